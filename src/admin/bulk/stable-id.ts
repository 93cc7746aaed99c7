/** An id for an event that has none: the same for the same event in the same place of the same work. */
export async function stableId(
  event: object,
  { index, seed }: { index: number; seed: string },
): Promise<string> {
  const text = `${seed} ${index} ${JSON.stringify(event)}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
