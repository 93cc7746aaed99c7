import { must } from '../../lib/must.js';

/** What signs and compares. */
export interface WebCrypto {
  subtle: SubtleCrypto;
  /** A text as UTF-8. */
  encode(text: string): Uint8Array<ArrayBuffer>;
}

type Encoder = typeof globalThis.TextEncoder;

/** What of it there may be, and what Node keeps for itself. */
interface Globals {
  crypto?: Partial<Crypto>;
  TextEncoder?: Encoder;
  process?: {
    getBuiltinModule?(name: 'node:crypto' | 'node:util'): { webcrypto: Crypto; TextEncoder: Encoder };
  };
}

/** The platform's cryptography; Node's own where a test's document hides it, as jsdom does. */
export function webCrypto(): WebCrypto {
  const { crypto, TextEncoder, process } = globalThis as Globals;
  const subtle = crypto?.subtle ?? process?.getBuiltinModule?.('node:crypto').webcrypto.subtle;
  const Encoder = TextEncoder ?? process?.getBuiltinModule?.('node:util').TextEncoder;
  must(
    subtle !== undefined && Encoder !== undefined,
    'Tokens need Web Crypto and `TextEncoder`: sign them on a server',
  );
  const encoder = new Encoder();
  return { subtle, encode: (text) => encoder.encode(text) };
}
