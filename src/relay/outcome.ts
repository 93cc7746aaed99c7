/** What became of one call of a page. */
export type RelayOutcome =
  /** The service has it; `answer` is what it said, where a page needs that. */
  | { is: 'delivered'; answer?: unknown }
  /** A queue has it on disk. */
  | { is: 'accepted' }
  /** The service, or the relay, will never take it. */
  | { is: 'refused'; status: number; code: string; msg: string }
  /** Nobody can say that the service has it: to be told again, after so many seconds where the service named them. */
  | { is: 'again'; after?: number; code?: string }
  /** Nobody proves that this user may send it. */
  | { is: 'held'; msg: string };
