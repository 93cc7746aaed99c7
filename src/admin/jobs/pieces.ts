/** Items in pieces of so many. */
export async function* piecesOf<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], undefined> {
  let piece: Item[] = [];
  for await (const item of items) {
    piece.push(item);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length) yield piece;
  return undefined;
}
