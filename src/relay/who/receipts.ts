import { webCrypto } from '../../admin/tokens/web-crypto.js';
import type { NewCookie } from './cookies.js';

/** A day, and how long a receipt is good, in milliseconds. */
const DAY = 86_400_000;
const LIFE = 30 * DAY;
/** How many receipts a device keeps. */
const KEPT = 40;

/** The name of the cookie by which a device is known. */
const DEVICE = 'tidings-device';
const isReceipt = (name: string) => /^tidings-[\w-]{16}$/.test(name);

/** Proofs, kept by the device, that users were here. */
export interface Receipts {
  /** Whether a device has proof that a user was here within 30 days. */
  prove(subject: string, device: Device): Promise<boolean>;
  /** The cookies that a device needs so that it can prove later that these users were here. */
  renew(subjects: readonly string[], device: Device): Promise<NewCookie[]>;
}

/** A device, as its cookies tell. */
export interface Device {
  id: string | undefined;
  cookies: ReadonlyMap<string, readonly string[]>;
}

/** The device that cookies are of. */
export function deviceOf(cookies: ReadonlyMap<string, readonly string[]>): Device {
  return { id: cookies.get(DEVICE)?.find((id) => /^[\w-]{22}$/.test(id)), cookies };
}

/** Makes receipts that only who has the token secret can make. */
export function createReceipts(tokenSecret: string, now: () => number): Receipts {
  const { subtle, encode } = webCrypto();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const keyOf = (secret: Uint8Array<ArrayBuffer>) => subtle.importKey('raw', secret, hmac, false, ['sign']);
  let derived: Promise<CryptoKey> | undefined;

  /** For this alone, so that nothing signed here is good for anything else that the secret signs. */
  const receiptKey = () =>
    (derived ??= (async () => {
      const key = await keyOf(encode(tokenSecret));
      return keyOf(new Uint8Array(await subtle.sign('HMAC', key, encode('tidings relay receipts 1'))));
    })());

  async function signed(...said: string[]): Promise<string> {
    const mark = await subtle.sign('HMAC', await receiptKey(), encode(JSON.stringify(said)));
    return inLetters(new Uint8Array(mark));
  }
  const nameFor = async (subject: string) => `tidings-${(await signed('name', subject)).slice(0, 16)}`;

  /** Until when a receipt is good; not at all unless it is this user's on this device. */
  async function goodUntil(subject: string, { id, cookies }: Device, name: string): Promise<number> {
    if (!id) return 0;
    let until = 0;
    for (const text of cookies.get(name) ?? []) {
      const [expiry = '', mark = ''] = text.split('.', 2);
      const time = /^[0-9a-z]{1,9}$/.test(expiry) ? parseInt(expiry, 36) : 0;
      if (time > now() && time > until && isSame(mark, await signed('user', subject, id, expiry)))
        until = time;
    }
    return until;
  }

  return {
    async prove(subject, device) {
      // Most devices have none of it, and are told so without a sign made for them.
      if (!device.id || ![...device.cookies.keys()].some(isReceipt)) return false;
      return (await goodUntil(subject, device, await nameFor(subject))) > 0;
    },
    async renew(subjects, device) {
      const id = device.id ?? inLetters(crypto.getRandomValues(new Uint8Array(16)));
      const made: NewCookie[] = [];
      for (const subject of subjects) {
        const name = await nameFor(subject);
        if ((await goodUntil(subject, device, name)) > now() + LIFE - DAY) continue;
        const expiry = (now() + LIFE).toString(36).replace(/\..*/, '');
        const value = `${expiry}.${await signed('user', subject, id, expiry)}`;
        made.push({ name, value, maxAge: LIFE / 1_000 });
      }
      if (!made.length) return [];
      return [...made, { name: DEVICE, value: id, maxAge: LIFE / 1_000 }, ...letGo(device, made)];
    },
  };
}

/** What is forgotten for new receipts, since a request has room for so many: the oldest. */
function letGo({ cookies }: Device, made: readonly NewCookie[]): NewCookie[] {
  const others = [...cookies].filter(([name]) => isReceipt(name) && !made.some((one) => one.name === name));
  const expiryOf = ([text = '']: readonly string[]) => parseInt(text, 36) || 0;
  return others
    .sort(([, one], [, other]) => expiryOf(other) - expiryOf(one))
    .slice(Math.max(0, KEPT - made.length))
    .map(([name]) => ({ name, value: '', maxAge: 0 }));
}

/** Whether two texts are the same, found in a time that tells nothing of where they differ. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

function inLetters(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
