/** What each part is made of, one after the other; returns what the parts do. */
export async function* flattened<Part, Piece, Report>(
  parts: AsyncGenerator<Part, Report>,
  piecesOf: (part: Part) => AsyncIterable<Piece>,
): AsyncGenerator<Piece, Report> {
  try {
    for (;;) {
      const part = await parts.next();
      if (part.done) return part.value;
      yield* piecesOf(part.value);
    }
  } finally {
    // Whoever stops reading stops what gives the parts; what has ended stays so.
    await parts.return(undefined as never);
  }
}

/** Hands over each part, one after the other; gives what the parts return. */
export async function handOver<Part, Report>(
  parts: AsyncGenerator<Part, Report>,
  take: (part: Part) => unknown,
): Promise<Report> {
  try {
    for (;;) {
      const part = await parts.next();
      if (part.done) return part.value;
      await take(part.value);
    }
  } finally {
    // As above, when one cannot be taken.
    await parts.return(undefined as never);
  }
}
