/** How much of a text is worth telling; what is hidden beyond it need not be sought. */
const TOLD = 500;
const SOUGHT = 10_000;

/** The first words of a text, without what could name a person or open a door: emails, and the given secrets. */
export function redact(text: string, secrets: readonly string[] = []): string {
  const start = text.slice(0, SOUGHT);
  const hidden = secrets.reduce(
    (result, secret) => (secret ? result.replaceAll(secret, '…') : result),
    start,
  );
  // Bounded, so that a text without an @ costs no more than its length.
  return hidden.replace(/[^\s"'<>()/=&]{1,254}(@|%40)[^\s"'<>(),;&]+/gi, '…').slice(0, TOLD);
}
