/** Which page of a long list to get. */
export interface PageQuery {
  /** From 1. */
  page?: number;
  pageSize?: number;
}

/** Where the pages beside this one are; absent when there is none. */
export interface PageLinks {
  nextPageUrl?: string;
  previousPageUrl?: string;
}

/** A field to sort by; with `-` before it, from the highest to the lowest. */
export type SortBy<Field extends string> = Field | `-${Field}` | `+${Field}`;
