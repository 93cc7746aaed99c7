/** Hides what could name a person or open a door: anything like an email, and the given secrets. */
export function redact(text: string, secrets: readonly string[] = []): string {
  const hidden = secrets.reduce((result, secret) => (secret ? result.replaceAll(secret, '…') : result), text);
  return hidden.replace(/[^\s"'<>()/=&]+(@|%40)[^\s"'<>(),;&]+/gi, '…');
}
