/** The most calls that left in any window of so many milliseconds, both of its ends counted; the times are in order. */
export function mostIn(times: readonly number[], length: number): number {
  let most = 0;
  let first = 0;
  times.forEach((at, index) => {
    while ((times[first] ?? at) < at - length) first += 1;
    most = Math.max(most, index + 1 - first);
  });
  return most;
}
