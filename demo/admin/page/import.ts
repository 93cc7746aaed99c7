import type { About, FailedRow, ImportSeen, TaskView } from '../wire.js';
import { byId, element, isAble, numeral, setAble } from './dom.js';
import { startTaskPanel } from './task-panel.js';

/** What the reasons mean that the service gives. */
const MEANINGS: Record<string, string> = {
  conflict: 'Its two names belong to two people.',
  forgotten: 'This person asked to be forgotten, and stays so.',
  invalidData: 'A field holds another kind of value than the project keeps there.',
  invalidEmail: 'This is no email address.',
  invalidUserId: 'This is no id: 255 letters are the most.',
  notFound: 'There is no such person.',
  tooLarge: 'The row alone is larger than a call may be.',
};

/** Makes the import work. */
export function startImport({ people, realService }: About): void {
  const goOn = byId('import-go-on');
  const chunkSize = (fields: FormData) => Number(fields.get('chunkSize'));
  const demand = startTaskPanel<ImportSeen>({
    name: 'import',
    draw,
    wishOf: (fields) => ({ chunkSize: chunkSize(fields), goesOn: false }),
  });
  goOn.addEventListener('click', () => {
    const form = byId<HTMLFormElement>('import');
    if (isAble(goOn)) demand({ chunkSize: chunkSize(new FormData(form)), goesOn: true });
  });
  for (const place of document.querySelectorAll('[data-people]')) place.textContent = numeral(people);
  if (realService !== undefined) askFirst(people, realService);
}

/** A real service is filled with people only by someone who wants that. */
function askFirst(people: number, realService: string): void {
  const agree = byId('agree');
  agree.hidden = false;
  agree.querySelector('span')?.append(`Yes, create ${numeral(people)} people at ${realService}.`);
  agree.querySelector('input')?.setAttribute('required', '');
}

/** Shows how far an import is, and gives the words to say. */
function draw({ phase, seen, error }: TaskView<ImportSeen>): string {
  setAble(byId('import-go-on'), phase === 'cancelled' || phase === 'failed');
  byId('import-progress').hidden = !seen;
  if (!seen) return error ?? '';
  const { total, sent, failed, skipped, requests, failures } = seen;
  const done = sent + failed + skipped;
  const bar = byId('import-progress').querySelector('progress');
  if (bar) Object.assign(bar, { max: total, value: done });
  byId('import-pace').textContent = paceOf(seen, done, phase === 'running');
  byId('import-progress')
    .querySelector('dl')
    ?.replaceChildren(
      figure('Taken', done - failures.length),
      figure('Not taken', failures.length),
      ...(skipped ? [figure('Of these before', skipped)] : []),
      figure('Calls', requests),
    );
  showFailures(failures);
  return wordsOf(seen, { done, phase, error });
}

function figure(term: string, count: number): HTMLElement {
  return element('div', {}, element('dt', {}, term), element('dd', {}, numeral(count)));
}

function paceOf({ total, rate, timeLeft }: ImportSeen, done: number, isRunning: boolean): string {
  const parts = [`${numeral(done)} of ${numeral(total)} rows`];
  if (rate) parts.push(`${numeral(rate)} a second`);
  if (isRunning && timeLeft !== undefined) parts.push(`${numeral(Math.ceil(timeLeft / 1_000))} s left`);
  return parts.join(' · ');
}

/** What is said aloud: at the start, at each quarter, and at the end. */
function wordsOf(
  { total, skipped, failures }: ImportSeen,
  { done, phase, error }: { done: number; phase: TaskView<ImportSeen>['phase']; error: string | undefined },
): string {
  if (phase === 'failed') return `${error ?? ''} What is done stays done: go on when that is mended.`;
  if (phase === 'cancelled') {
    return 'Cancelled. What is done stays done: go on where it stopped, or import anew.';
  }
  if (phase === 'done') {
    const before = skipped ? `; ${numeral(skipped)} of them before it was cancelled` : '';
    const [taken, notTaken] = [done - failures.length, failures.length].map(numeral);
    return `Every row is accounted for: ${taken} taken, ${notTaken} not taken${before}.`;
  }
  const quarter = Math.floor((done / total) * 4);
  const quarters = ['The import is under way.', 'A quarter is done.', 'Half is done.'];
  return quarters[quarter] ?? 'Three quarters are done.';
}

function showFailures(failures: readonly FailedRow[]): void {
  const place = byId('import-failures');
  // What is read, or scrolled to, is left alone unless there is more.
  if (place.querySelectorAll('tbody tr').length === failures.length) return;
  if (!failures.length) {
    place.replaceChildren();
    return;
  }
  const heads = ['Row', 'Why it was not taken', 'What it says', 'Found by'];
  const table = element(
    'table',
    {},
    element('caption', {}, 'Rows that were not taken'),
    element('thead', {}, element('tr', {}, ...heads.map((words) => element('th', { scope: 'col' }, words)))),
    element('tbody', {}, ...failures.map(rowOf)),
  );
  const label = 'Rows that were not taken';
  place.replaceChildren(
    element('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': label }, table),
  );
}

function rowOf({ row, item, reason, code, message }: FailedRow): HTMLElement {
  const why = MEANINGS[reason] ?? message ?? reason;
  const finder = code ? ['The service: ', element('code', {}, code)] : ['Tidings, before it was sent'];
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, numeral(row)),
    element('td', {}, ...withCode(why)),
    element('td', {}, element('code', {}, item)),
    element('td', {}, ...finder),
  );
}

/** Words in which names of fields stand in backticks, with those as code. */
function withCode(words: string): (HTMLElement | string)[] {
  return words.split('`').map((part, index) => (index % 2 ? element('code', {}, part) : part));
}
