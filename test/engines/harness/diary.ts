/** How many entries are kept, and how much of each. */
const LIMITS = { entries: 30, characters: 160 };

interface Entry {
  asked: string;
  from: number;
  times: number;
  outcome: string;
}

/** The beginning and the end of a text, on one line. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const half = LIMITS.characters / 2;
  return line.length > 2 * half ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
}

/** What was asked of something, last of all, and what came of it. */
export interface Diary {
  /** A line each, oldest first: what has no outcome yet is what a test that hangs is waiting for. */
  lines(): string[];
}

/** Gives an object that keeps a diary of each method that gives a promise, and that diary. */
export function withDiary<Subject extends object>(subject: Subject): [Subject, Diary] {
  const entries: Entry[] = [];

  function begin(asked: string): Entry {
    const last = entries.at(-1);
    // What is asked again and again until it is so is one entry.
    if (last?.asked === asked && last.outcome)
      return Object.assign(last, { times: last.times + 1, outcome: '' });
    const entry = { asked, from: Date.now(), times: 1, outcome: '' };
    entries.push(entry);
    entries.splice(0, entries.length - LIMITS.entries);
    return entry;
  }

  function noted(name: string, method: (...input: unknown[]) => unknown) {
    return (...input: unknown[]) => {
      const result = method.apply(subject, input);
      if (!(result instanceof Promise)) return result;
      const asked = `${name} ${input.map((one) => JSON.stringify(one)).join(' ')}`;
      const entry = begin(shortened(asked));
      const end = (how: string) => (entry.outcome = `${how} after ${Date.now() - entry.from} ms`);
      result.then(
        () => end('done'),
        (error: unknown) => end(`failed (${shortened(String(error))})`),
      );
      return result;
    };
  }

  const handler: ProxyHandler<Subject> = {
    get(_, name) {
      const value: unknown = Reflect.get(subject, name);
      return typeof value === 'function' ? noted(String(name), value as never) : value;
    },
  };
  const lines = () =>
    entries.map(
      ({ asked, times, outcome }) => `${asked}${times > 1 ? ` × ${times}` : ''}: ${outcome || '…'}`,
    );
  return [new Proxy(subject, handler), { lines }];
}
