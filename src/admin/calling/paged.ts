import type { Call, CallOptions } from './call.js';

/** A call that gives one page of a long list, and the ways to get all of it. */
export interface Paged<Input, Page, Row> extends Call<Input, Page> {
  /** Every row, got page by page as you go on. */
  all(input: Input, options?: CallOptions): AsyncIterableIterator<Row>;
  /** Every page, got as you go on. */
  pages(input: Input, options?: CallOptions): AsyncIterableIterator<Page>;
}

/** How the pages of a list follow each other. */
interface Paging<Page> {
  /** What to ask for first. */
  first: object;
  /** What to ask for after some pages, if there is more. */
  next: (page: Page, asked: Record<string, unknown>) => object | undefined;
}

type RowsOf<Page, Key extends keyof Page> = Page[Key] extends readonly (infer Row)[] ? Row : never;

/** Lets a list be read whole that is asked for by the number of its page. */
export function byNumber<Input, Page, Key extends keyof Page>(
  call: Call<Input, Page>,
  { rows, total, size }: { rows: Key; total: keyof Page; size: number },
): Paged<Input, Page, RowsOf<Page, Key>> {
  return withPages(call, rows, () => {
    let read = 0;
    let longest = 0;
    return {
      first: { page: 1, pageSize: size },
      next(page, { page: number }) {
        const { length } = page[rows] as unknown[];
        read += length;
        // A service that takes no page as long as asked for gives shorter ones, all alike.
        longest ||= length;
        const isLast = length < longest || length === 0 || !(page as { nextPageUrl?: string }).nextPageUrl;
        return isLast || read >= Number(page[total] ?? Infinity) ? undefined : { page: Number(number) + 1 };
      },
    };
  });
}

/** Lets a list be read whole whose pages each tell how to ask for the next. */
export function byMarker<Input, Page, Key extends keyof Page>(
  call: Call<Input, Page>,
  { rows, next }: { rows: Key; next: (page: Page) => object | undefined },
): Paged<Input, Page, RowsOf<Page, Key>> {
  return withPages(call, rows, () => ({ first: {}, next }));
}

function withPages<Input, Page, Key extends keyof Page>(
  call: Call<Input, Page>,
  key: Key,
  start: () => Paging<Page>,
): Paged<Input, Page, RowsOf<Page, Key>> {
  async function* pages(input: Input, options?: CallOptions): AsyncGenerator<Page, undefined> {
    const { first, next } = start();
    let asked: Record<string, unknown> | undefined = { ...first, ...(input as object) };
    while (asked) {
      const page: Page = await call(asked as Input, options);
      yield page;
      const more: object | undefined = next(page, asked);
      asked = more && { ...asked, ...more };
    }
    return undefined;
  }

  async function* all(input: Input, options?: CallOptions): AsyncGenerator<RowsOf<Page, Key>, undefined> {
    for await (const page of pages(input, options)) yield* page[key] as RowsOf<Page, Key>[];
    return undefined;
  }

  return Object.assign(call, { pages, all });
}
