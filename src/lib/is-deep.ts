/** How many levels data may have: at some two thousand, Chromium reads nothing of what it has stored. */
export const DEEPEST = 500;

/** Whether data have more levels than a device gives back. */
export function isDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels < 1 || Object.values(value).some((one) => isDeep(one, levels - 1));
}
