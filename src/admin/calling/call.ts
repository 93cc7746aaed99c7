import { requestIdOf } from './request-id.js';
import type { RetryOptions } from './retry.js';

/** How to make one call. */
export interface CallOptions {
  /** Cancels the call, wherever it is: it rejects at once with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long to wait for each answer, in milliseconds; a stream may be silent for a minute, or longer if this is. Default: 10 seconds. */
  timeout?: number | undefined;
  /** Headers for this call alone. */
  headers?: Record<string, string> | undefined;
  /** How to repeat it when it fails, or `false` for not at all. Default: as the admin does. */
  retry?: RetryOptions | false | undefined;
  /**
   * Says that this very call may be made again where it was lost or could not be taken, though such calls are not: it
   * reaches nobody twice, as of a campaign sent with `allowRepeatMarketingSends: false`, or twice does no harm. The
   * service itself knows no repeat from a second call. Default: as the operation is.
   */
  safeToRepeat?: boolean | undefined;
}

/** How to make every call of an admin. */
export type CallDefaults = Pick<CallOptions, 'timeout' | 'headers' | 'retry'>;

/** The options of a call, by those of all calls and its own; what is `undefined` there says nothing. */
export function callOptions<Options extends CallOptions>(defaults: CallDefaults, own: Options): Options {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  const headers = { ...defaults.headers, ...own.headers };
  return { ...defaults, ...Object.fromEntries(given), headers } as Options;
}

/** Calls one operation of the service. */
export type Call<Input, Output> = (input: Input, options?: CallOptions) => Answer<Output>;

/** The answer to a call, once it is there. */
export interface Answer<Output> extends Promise<Output> {
  /** The answer together with the response it came in, for its status and headers; its body has been read. */
  withResponse(): Promise<Answered<Output>>;
}

/** An answer, and the response it came in. */
export interface Answered<Output> {
  data: Output;
  response: Response;
  /** How the service calls the request, where it says so: for whoever asks its support about it. */
  requestId: string | undefined;
  /** How often the call was made. */
  attempts: number;
  /** How long the call waited for its pace and between its attempts, in milliseconds. */
  waited: number;
}

/** Makes an {@link Answer} of work that ends with both. */
export function answerOf<Output>(work: Promise<Omit<Answered<Output>, 'requestId'>>): Answer<Output> {
  const data = work.then((answered) => answered.data);
  const withResponse = () => {
    // Whoever asks for both is told of the failure there.
    data.catch(() => {});
    return work.then((answered) => ({ ...answered, requestId: requestIdOf(answered.response) }));
  };
  return Object.assign(data, { withResponse });
}
