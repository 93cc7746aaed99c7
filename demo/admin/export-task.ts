import type { Admin, ExportProgress } from 'tidings/admin';
import { countByMonth } from './steps/export-events.js';
import { createTask } from './task.js';
import type { EventKind, ExportSeen, MonthCount, TaskView } from './wire.js';
import { wordsOf } from './words.js';

const MONTHS = 12;

/** An export of events, counted by month: one at a time. */
export interface EventExport {
  view(): TaskView<ExportSeen>;
  /** Begins one, unless one is under way; tells whether it began. */
  begin(kind: EventKind): boolean;
  cancel(): void;
}

/** Makes the task that exports events with the server door; `every` so many milliseconds it asks how far a job is. */
export function createExport(
  admin: Admin,
  { now, every }: { now: () => number; every: number },
): EventExport {
  const task = createTask<ExportSeen>(wordsOf);

  return {
    view: task.view,
    cancel: task.cancel,
    begin: (kind) =>
      task.begin(async (signal, show) => {
        const names = lastMonths(now());
        let seen: ExportSeen = { kind, job: 'Asked for', bytes: 0, months: [], isCutOff: false };
        const onProgress = ({ jobState, bytes, exportTruncated }: ExportProgress) => {
          seen = { ...seen, job: jobState, bytes, isCutOff: exportTruncated };
          show(seen);
        };
        show(seen);
        const counts = await countByMonth(admin, kind, `${names[0]}-01 00:00:00`, {
          signal,
          every,
          onProgress,
        });
        show({ ...seen, months: names.map((month) => monthCount(month, counts)) });
      }),
  };
}

function monthCount(month: string, counts: ReadonlyMap<string, number>): MonthCount {
  return { month, count: counts.get(month) ?? 0 };
}

/** The names of the last twelve months in UTC, this one included, the oldest first. */
function lastMonths(now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: MONTHS }, (_, index) => {
    const ago = MONTHS - 1 - index;
    return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago)).toISOString().slice(0, 7);
  });
}
