import { EVENT_KINDS, type ExportSeen, type TaskView } from '../wire.js';
import { chartOf } from './chart.js';
import { byId, element, numeral } from './dom.js';
import { startTaskPanel } from './task-panel.js';

/** What the states of an export job mean. */
const STATES: Record<string, string> = {
  'Asked for': 'The server asks the service for the events.',
  Enqueued: 'The service has put the job in its queue.',
  Running: 'The service writes the events to files.',
  Completed: 'The server reads the files.',
};

/** Makes the export work. */
export function startExport(): void {
  const options = Object.entries(EVENT_KINDS).map(([value, words]) => element('option', { value }, words));
  byId('kind').append(...options);
  startTaskPanel<ExportSeen>({
    name: 'export',
    draw,
    wishOf: (fields) => ({ kind: fields.get('kind') }),
  });
}

/** Shows how far an export is, or what was in it, and gives the words to say. */
function draw({ phase, seen, error }: TaskView<ExportSeen>): string {
  if (phase === 'failed') return error ?? '';
  if (phase === 'cancelled') return 'Cancelled. The service drops the job.';
  if (!seen) return '';
  const { kind, job, months, bytes, isCutOff } = seen;
  if (phase !== 'done') {
    byId('chart').replaceChildren();
    return STATES[job] ?? `The job is ${job}.`;
  }
  byId('chart').replaceChildren(chartOf(`${EVENT_KINDS[kind]}, by month`, months));
  const sum = months.reduce((total, { count }) => total + count, 0);
  const cut = isCutOff ? ' There was more than one export may hold.' : '';
  return `${numeral(sum)} events, counted out of ${numeral(Math.ceil(bytes / 1_024))} kB.${cut}`;
}
