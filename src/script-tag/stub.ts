import type { Queue } from './replay.js';

/**
 * Stands in for the library until its script is there: keeps the first thousand calls, and gives promises. When the
 * script cannot be loaded, the promises resolve to nothing, and the page goes on.
 */
((name: string) => {
  if (Object.hasOwn(self, name)) return;
  const queue: Queue = [];
  let isLost: true | undefined;

  function standIn(promise?: Promise<unknown>, base?: object, path: string[] = []): Promise<unknown> {
    const own = new Proxy<object>(standIn, {
      get: (_, key: string) =>
        ['then', 'catch', 'finally'].includes(key)
          ? promise?.[key as 'then'].bind(promise)
          : queue.read
            ? queue.read(base ?? own, [...path, key])
            : key === 'delivered' && promise
              ? ask(own, [key])
              : standIn(undefined, base ?? own, [...path, key]),
      apply: (_, self, input: unknown[]) => ask(base ?? own, path, input),
    });
    return own as Promise<unknown>;
  }

  /** Keeps a call, or what is to be read of one: nobody knows of an event that it is delivered, where the script does not come. */
  function ask(base: object, path: string[], input?: unknown[]): Promise<unknown> {
    let settle!: (given?: unknown) => void;
    const result = standIn(new Promise((resolve) => (settle = resolve)));
    if ((queue.length > 999 || (queue.push([result, base, path, input, settle]) && isLost)) && input)
      settle();
    return result;
  }

  standIn.queue = queue;
  (self as unknown as Record<string, unknown>)[name] = standIn();
  // Of a script that cannot be got, or cannot be understood.
  addEventListener(
    'error',
    ({ filename, target }: Partial<ErrorEvent>) => {
      if (!/tidings[^/]*\.js/.test(filename ?? (target as HTMLScriptElement).src)) return;
      isLost = true;
      queue.forEach((call) => call[3] && call[4]());
    },
    true,
  );
})('tidings');
