/** The objects of lines of JSON. */
export async function* jsonLinesOf<Item>(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Item, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Item;
  }
  return undefined;
}
