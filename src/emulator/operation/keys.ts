import { Refusal } from './refusal.js';

/** The types of key a project has; each operation takes some of them. */
export type KeyType = 'server' | 'readOnly' | 'javascript' | 'mobile' | 'web';

/** The keys of the project: each tells its type. */
export type Keys = Record<KeyType, string>;

/** The keys of an emulator that is not told others. They open nothing but it. */
export const EMULATOR_KEYS: Keys = {
  server: 'emulator-server-key',
  readOnly: 'emulator-read-only-key',
  javascript: 'emulator-javascript-key',
  mobile: 'emulator-mobile-key',
  web: 'emulator-web-key',
};

/** The type of a key; refuses one that is missing, unknown, or not for this operation (decision 18). */
export function keyTypeOf(keys: Keys, key: string | null, taken: readonly KeyType[]): KeyType {
  if (!key) throw new Refusal('BadApiKey', 'The `Api-Key` header is missing');
  const [type] = Object.entries(keys).find(([, known]) => known === key) ?? [];
  if (!type) throw new Refusal('BadApiKey', 'The project has no such API key');
  if (taken.includes(type as KeyType)) return type as KeyType;
  throw new Refusal(
    'Forbidden',
    `A key of type ${type} does not open this; one of type ${taken.join(' or ')} does`,
  );
}

/** Refuses a key that is for servers alone: whoever visits the page that has it can read it (Authentication). */
export function checkMayBeInPage(type: string): void {
  if (type !== 'server' && type !== 'readOnly') return;
  const name = type === 'server' ? 'server' : 'read-only';
  throw new Refusal(
    'Forbidden',
    `A ${name} key must not be in a page, where every visitor can read it: this call has an \`Origin\` header. ` +
      'Give the page a key of type web or javascript, or have your own server call',
  );
}
