/** A clock that stands still where the other goes back: nobody waits for the time that was set back to pass again. */
export function neverBack(now: () => number): () => number {
  let [last, passed] = [now(), 0];
  return () => {
    const time = now();
    passed += Math.max(0, time - last);
    last = time;
    return passed;
  };
}
