import { NetworkError } from '../../errors.js';
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

/** The rows of a page; none where an answer leaves them out. */
function rowsOf<Page, Key extends keyof Page>(page: Page, key: Key): RowsOf<Page, Key>[] {
  return (page[key] ?? []) as RowsOf<Page, Key>[];
}

/** Lets a list be read whole that is asked for by the number of its page. */
export function byNumber<Input, Page, Key extends keyof Page>(
  call: Call<Input, Page>,
  { rows, total, size }: { rows: Key; total: keyof Page; size: number },
): Paged<Input, Page, RowsOf<Page, Key>> {
  return withPages(call, rows, () => {
    let read = 0;
    return {
      first: { page: 1, pageSize: size },
      next(page, { page: number }) {
        const found = rowsOf(page, rows);
        read += found.length;
        // Neither a short page nor a missing link is the end; only a page that tells nothing at all goes by its link.
        const isAll = read >= Number(page[total] ?? Infinity);
        const isLast =
          isAll || (page[rows] ? !found.length : !(page as { nextPageUrl?: string }).nextPageUrl);
        if (isLast && !isAll) mustBePage(page, rows);
        return isLast ? undefined : { page: Number(number) + 1 };
      },
    };
  });
}

/** Lets a list be read whole whose pages each tell how to ask for the next. */
export function byMarker<Input, Page, Key extends keyof Page>(
  call: Call<Input, Page>,
  { rows, next }: { rows: Key; next: (page: Page) => object | undefined },
): Paged<Input, Page, RowsOf<Page, Key>> {
  return withPages(call, rows, () => ({
    first: {},
    next(page) {
      const more = next(page);
      if (!more) mustBePage(page, rows);
      return more;
    },
  }));
}

/** Refuses an answer that is no page: the rows that are left would be missed in silence. */
function mustBePage<Page>(page: Page, rows: keyof Page): void {
  if (!Array.isArray(page[rows])) throw new NetworkError(`A page came without its \`${String(rows)}\``);
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
      const before: Record<string, unknown> = asked;
      const more = Object.entries(next(page, before) ?? {});
      yield page;
      // What was asked already would be answered the same, without an end.
      const isNew = more.some(([name, value]) => before[name] !== value);
      asked = isNew ? { ...before, ...Object.fromEntries(more) } : undefined;
    }
    return undefined;
  }

  async function* all(input: Input, options?: CallOptions): AsyncGenerator<RowsOf<Page, Key>, undefined> {
    for await (const page of pages(input, options)) yield* rowsOf(page, key);
    return undefined;
  }

  return Object.assign(call, { pages, all });
}
