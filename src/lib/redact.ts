import { isText } from './text.js';

/** How much of a text is worth events; what is hidden beyond it need not be sought. */
const TOLD = 500;
const SOUGHT = 10_000;
/** A shorter word is no secret. */
const SECRET = 8;

/** The first words of a text, without what could name a person or open a door: emails, and the words of `secrets`. */
export function redact(text: unknown, secrets = ''): string {
  if (!isText(text)) return '';
  let told = text.slice(0, SOUGHT);
  for (const secret of secrets.split(' ')) {
    if (secret.length >= SECRET) told = told.replaceAll(secret, '…');
  }
  // Bounded, so that a text without an @ costs no more than its length.
  return told.replace(/[^\s"'<>()/=&]{1,254}(@|%(25)*40)[^\s"'<>(),;&]+/gi, '…').slice(0, TOLD);
}
