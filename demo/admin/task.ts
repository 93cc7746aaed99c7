import type { TaskView } from './wire.js';

/** Long work that goes on while nobody looks: one at a time, to be looked at, cancelled and begun again. */
export interface Task<Seen> {
  /** How the last work stands; `idle` when there was none. */
  view(): TaskView<Seen>;
  /** Begins work, unless some is under way; tells whether it began. */
  begin(work: Work<Seen>): boolean;
  /** Has the work stop at once; what it has done stays done. */
  cancel(): void;
}

/** What a task does: it stops by the signal, and shows how far it is. */
export type Work<Seen> = (signal: AbortSignal, show: (seen: Seen) => void) => Promise<void>;

/** Makes a task that has done nothing; `explain` puts a failure into words that may be shown. */
export function createTask<Seen>(explain: (error: unknown) => string): Task<Seen> {
  let view: TaskView<Seen> = { phase: 'idle' };
  let stop = new AbortController();

  async function run(work: Work<Seen>, { signal }: AbortController) {
    try {
      await work(signal, (seen) => (view = { ...view, seen }));
      view = { ...view, phase: 'done' };
    } catch (error) {
      view = signal.aborted
        ? { ...view, phase: 'cancelled' }
        : { ...view, phase: 'failed', error: explain(error) };
    }
  }

  return {
    view: () => view,
    begin(work) {
      if (view.phase === 'running') return false;
      stop = new AbortController();
      view = { phase: 'running' };
      void run(work, stop);
      return true;
    },
    cancel: () => stop.abort(),
  };
}
