import { NetworkError } from '../../errors.js';

/** What a stream belongs to. */
export interface StreamOptions {
  route: string;
  /** Stops the stream, also after the call itself is done. */
  signal: AbortSignal | undefined;
}

/** A stream that rejects as calls do: with a `NetworkError` when it breaks off, with the signal's reason when cancelled. */
export function steady(
  stream: ReadableStream<Uint8Array>,
  { route, signal }: StreamOptions,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
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
          const { done, value } = await reader.read();
          if (!done) {
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (cause) {
          controller.error(
            signal?.aborted ? signal.reason : new NetworkError(`${route} broke off in the middle`, { cause }),
          );
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
