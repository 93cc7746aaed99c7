/** A request that is not answered as it asks; `status` is what it gets instead. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The one word for what is wrong. */
  readonly code: string;
  /** After how many seconds to come back. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
