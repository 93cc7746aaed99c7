/** What goes wrong with the next calls of a route. */
export interface Fault {
  /** The operation, such as `POST /api/events/track`. Default: any. */
  route?: string;
  /** How many calls it befalls. Default: 1. */
  times?: number;
  /** What happens. `drop` loses the call before it acts, `lose` loses the answer after it did. */
  kind: 'status' | 'drop' | 'lose' | 'delay' | 'malformed' | 'html' | 'half';
  /** The status to answer, for `status`. */
  status?: number;
  /** The `Retry-After` header to answer, for `status`: seconds or a date. */
  retryAfter?: string | number;
  /** How long to wait before acting, in milliseconds, for `delay`. */
  delay?: number;
}

/** The faults that wait for a call. */
export interface Faults {
  /** Adds a fault behind those that wait already. */
  add(fault: Fault): void;
  /** The faults that still wait. */
  waiting(): readonly Readonly<Fault>[];
  clear(): void;
}

/** The faults as calls meet them. */
export interface FaultQueue extends Faults {
  /** Takes the fault that a call of this route meets, if any. */
  take(route: string): Fault | undefined;
}

const kinds = ['status', 'drop', 'lose', 'delay', 'malformed', 'html', 'half'];

/** Makes an empty queue of faults. */
export function createFaults(): FaultQueue {
  const waiting: Fault[] = [];

  return {
    add(fault) {
      checkFault(fault);
      waiting.push({ ...fault, times: fault.times ?? 1 });
    },
    waiting: () => waiting.map((fault) => ({ ...fault })),
    clear: () => void waiting.splice(0),
    take(route) {
      const index = waiting.findIndex((fault) => !fault.route || fault.route === route);
      const fault = waiting[index];
      if (!fault) return undefined;
      fault.times = (fault.times ?? 1) - 1;
      if (fault.times <= 0) waiting.splice(index, 1);
      return fault;
    },
  };
}

function checkFault({ kind, times = 1, status, retryAfter = '', delay }: Fault): void {
  if (!kinds.includes(kind)) throw new TypeError(`A fault's \`kind\` must be one of ${kinds.join(', ')}`);
  if (!(times >= 1 && (Number.isInteger(times) || times === Infinity)))
    throw new TypeError("A fault's `times` must be a whole number from 1, or `Infinity`");
  if (kind === 'status' && !(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599)) {
    throw new TypeError('A fault of kind `status` needs a `status` from 200 to 599');
  }
  if (!/^[\x20-\x7e]*$/.test(String(retryAfter)))
    throw new TypeError("A fault's `retryAfter` must be seconds or a date");
  if (kind === 'delay' && !(Number(delay) >= 0 && Number(delay) < 2 ** 31)) {
    throw new TypeError('A fault of kind `delay` needs a `delay` of at most 24 days');
  }
}
