import { NetworkError } from '../../errors.js';
import { within } from '../../lib/deadline.js';

/** How long nothing may come of a stream that is read, in milliseconds. */
const SILENCE = 60_000;

/** What a stream belongs to. */
export interface StreamOptions {
  route: string;
  /** Stops the stream, also after the call itself is done. */
  signal: AbortSignal | undefined;
  /** How long its call waits for an answer, in milliseconds. */
  timeout: number | undefined;
}

/** A stream that rejects as calls do: with a `NetworkError` when it breaks off or goes silent, with the signal's reason when cancelled. */
export function steady(
  stream: ReadableStream<Uint8Array>,
  { route, signal, timeout: patience = 0 }: StreamOptions,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const timeout = Math.max(patience, SILENCE);
  const onTimeout = () => new DOMException(`Nothing came in ${timeout} ms`, 'TimeoutError');
  let stop: () => void;

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = () => {
          controller.error(signal?.reason);
          // The stream has its error already; how the connection takes the news changes nothing.
          reader.cancel(signal?.reason).catch(() => {});
        };
        if (signal?.aborted) stop();
        else signal?.addEventListener('abort', stop);
      },
      async pull(controller) {
        try {
          const { done, value } = await within({ timeout, onTimeout }, () => reader.read());
          if (!done) {
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (cause) {
          controller.error(
            signal?.aborted ? signal.reason : new NetworkError(`${route} broke off in the middle`, { cause }),
          );
          // What is silent holds its connection until it is left; what broke off has none.
          reader.cancel(cause).catch(() => {});
        }
        signal?.removeEventListener('abort', stop);
      },
      cancel(reason) {
        signal?.removeEventListener('abort', stop);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
