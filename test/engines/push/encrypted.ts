import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription, as a push server gets them. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** A payload as only the browser of these keys can read it (RFC 8291). */
export function encrypted(payload: string, { p256dh, auth }: PushKeys): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const exchange = createECDH('prime256v1');
  const ours = exchange.generateKeys();
  const derived = (secret: Buffer, salt: Buffer, purpose: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, purpose, length));
  const named = (name: string) => Buffer.from(`${name}\0`);

  const purpose = Buffer.concat([named('WebPush: info'), theirs, ours]);
  const secret = derived(exchange.computeSecret(theirs), Buffer.from(auth, 'base64url'), purpose, 32);
  const salt = randomBytes(16);
  const key = derived(secret, salt, named('Content-Encoding: aes128gcm'), 16);
  const nonce = derived(secret, salt, named('Content-Encoding: nonce'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The byte after the payload says that no other record follows.
  const body = Buffer.concat([cipher.update(payload), cipher.update(Buffer.of(2)), cipher.final()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(4096);
  sizes[4] = ours.length;
  return Buffer.concat([salt, sizes, ours, body, cipher.getAuthTag()]);
}
