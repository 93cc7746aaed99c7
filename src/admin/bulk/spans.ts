/** Places of a source: from the first to the one after the last. */
export type Span = [from: number, to: number];

/** Adds a span to others, which stay in order and apart. */
export function addSpan(spans: Span[], from: number, to: number): void {
  // From the end, since most work is done in the order of its places.
  const first = spans.findLastIndex(([, end]) => end < from) + 1;
  let after = first;
  let span: Span = [from, to];
  for (let next = spans[after]; next && next[0] <= span[1]; next = spans[after]) {
    span = [Math.min(span[0], next[0]), Math.max(span[1], next[1])];
    after += 1;
  }
  spans.splice(first, after - first, span);
}

/** How many places some spans hold. */
export function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((size, [from, to]) => size + to - from, 0);
}

/** Makes the function that finds the span of a place; places are asked for in their order. */
export function spanFinder<Found extends readonly [...Span, ...unknown[]]>(spans: readonly Found[]) {
  let at = 0;
  return (place: number): Found | undefined => {
    while ((spans[at]?.[1] ?? Infinity) <= place) at += 1;
    const found = spans[at];
    return found && found[0] <= place ? found : undefined;
  };
}
