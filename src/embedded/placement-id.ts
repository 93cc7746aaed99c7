/** The id of a placement as a text, if it is one that the service can count. */
export function placementIdOf(id: unknown): string | undefined {
  const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
  return Number.isInteger(number) && Number(number) >= 0 && Number(number) < 2 ** 31
    ? String(number)
    : undefined;
}
