import type { Queue } from './replay.js';

/**
 * Stands in for the library until its script is there: keeps the first thousand calls, and gives promises. When the
 * script cannot be loaded, the promises resolve to nothing, and the page goes on.
 */
((name: string) => {
  if (Object.hasOwn(self, name)) return;
  const queue: Queue = [];
  let isLost = false;

  function standIn(promise?: Promise<unknown>, base?: object, path: string[] = []): Promise<unknown> {
    const own = new Proxy<object>(standIn, {
      get: (_, key: string) =>
        ['then', 'catch', 'finally'].includes(key)
          ? promise?.[key as 'then'].bind(promise)
          : queue.read
            ? queue.read(base ?? own, [...path, key])
            : standIn(undefined, base ?? own, [...path, key]),
      apply(_, self, input: unknown[]) {
        let settle: (given?: unknown) => void = () => undefined;
        const result = standIn(new Promise((resolve) => (settle = resolve)));
        if (queue.length > 999 || (queue.push([result, base ?? own, path, input, settle]) && isLost))
          settle();
        return result;
      },
    });
    return own as Promise<unknown>;
  }

  standIn.queue = queue;
  Object.assign(self, { [name]: standIn() });
  // Of a script that cannot be got, or cannot be understood.
  addEventListener(
    'error',
    ({ filename, target }: Partial<ErrorEvent>) => {
      if (!/tidings[^/]*\.js/.test(filename ?? (target as HTMLScriptElement).src)) return;
      isLost = true;
      for (const call of queue) call[4]();
    },
    true,
  );
})('tidings');
