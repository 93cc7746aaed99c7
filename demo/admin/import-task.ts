import type { Admin, BulkFailure, BulkProgress, UserUpdateInBatch } from 'tidings/admin';
import { PEOPLE } from './people.js';
import { importPeople } from './steps/import-people.js';
import { createTask } from './task.js';
import type { FailedRow, ImportSeen, TaskView } from './wire.js';
import { wordsOf } from './words.js';

/** How much of a row that was not taken is shown. */
const SHOWN = 90;

/** An import of people: one at a time, which goes on when the page that began it is closed. */
export interface Import {
  view(): TaskView<ImportSeen>;
  /** Begins anew, or goes on where the last one was cancelled; tells whether it began. */
  begin(options: { chunkSize: number; goesOn: boolean }): boolean;
  cancel(): void;
}

/** Makes the task that imports people with the server door. */
export function createImport(admin: Admin): Import {
  const task = createTask<ImportSeen>(wordsOf);
  let saved: unknown;
  let failures = new Map<number, FailedRow>();
  const checkpoint = {
    load: async () => saved,
    save: async (state: unknown) => void (saved = state),
  };

  return {
    view: task.view,
    cancel: task.cancel,
    begin: ({ chunkSize, goesOn }) =>
      task.begin(async (signal, show) => {
        if (!goesOn) {
          saved = undefined;
          failures = new Map();
        }
        const onProgress = (progress: BulkProgress) => show(seenOf(progress, failures));
        const onFailure = (failure: BulkFailure<UserUpdateInBatch>) => {
          const failed = rowOf(failure);
          // Calls that were under way when it was cancelled are made again, with the same outcome.
          failures.set(failed.row, failed);
        };
        onProgress(NOTHING);
        onProgress(await importPeople(admin, { chunkSize, signal, checkpoint, onProgress, onFailure }));
      }),
  };
}

const NOTHING: BulkProgress = {
  read: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  requests: 0,
  bytes: 0,
  rate: 0,
  waited: 0,
};

function seenOf(progress: BulkProgress, failures: ReadonlyMap<number, FailedRow>): ImportSeen {
  const { sent, failed, skipped, requests, rate, timeLeft } = progress;
  return {
    total: PEOPLE,
    sent,
    failed,
    skipped,
    requests,
    rate,
    ...(timeLeft !== undefined && { timeLeft }),
    failures: [...failures.values()].sort((a, b) => a.row - b.row),
  };
}

function rowOf({ index, item, reason, code, message }: BulkFailure<UserUpdateInBatch>): FailedRow {
  const text = JSON.stringify(item);
  return {
    row: index + 1,
    item: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text,
    reason,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
  };
}
