/** Tells the console of each of these steps. */
export function narrate<Step extends string>(
  on: (step: Step, listener: (what: unknown) => void) => unknown,
  steps: readonly Step[],
): void {
  // eslint-disable-next-line no-console -- The page has asked for it.
  for (const step of steps) on(step, (what) => console.debug(`tidings: ${step}`, what));
}
