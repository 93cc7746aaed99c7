/** Makes a function that gives what `make` has made, until what `key` gives is another. */
export function createMemo<Value>(key: () => string, make: () => Value): () => Value {
  let made: { key: string; value: Value } | undefined;

  return () => {
    if (made?.key !== key()) made = { key: key(), value: make() };
    return made.value;
  };
}
