/** Tells the page's developer what is wrong. */
export function complain(what: string): void {
  // eslint-disable-next-line no-console -- There may be nobody else to tell.
  console.error(`tidings: ${what}`);
}

/** Tells them what they may do. */
export function warn(what: string): void {
  // eslint-disable-next-line no-console -- There may be nobody else to tell.
  console.warn(`tidings: ${what}`);
}
