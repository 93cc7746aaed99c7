import type { Plan } from '../plan/schema.js';
import { line, listOf, make, section, spanInWords, timeInWords } from './make.js';
import type { Journey, Journeys } from './journeys.js';
import type { Inspected, Part } from './inspected.js';

/** How many are drawn. */
const SHOWN = 30;
const TONES = { waiting: 'wait', delivered: 'good', dropped: 'bad', gone: '' };

/** Every event of this page, and what became of it. */
export function eventsPart({ masked }: Inspected, journeys: Journeys, plan: Plan | undefined): Part {
  const none = make('p', {}, 'Nothing yet in this page.');
  const words = ['recorded', 'on this device', 'at the service'];
  const stations = make('p', { class: 'stations', 'aria-hidden': 'true' }, ...words.map(station));
  const { list, show } = listOf<Journey>(masked, 'Events, the latest first', (journey) => {
    const item = line(journey.name, stateInWords(journey), {
      tone: TONES[journey.state],
      more: [`recorded ${timeInWords(journey.recordedAt)}`, journey.seen].filter(Boolean).join(' · '),
    });
    if (journey.breaks.length)
      item.append(' ', make('span', { class: 'breaks' }, `breaks the plan: ${journey.breaks.join(', ')}`));
    // It grows from the page over this device to the service; the words say the same.
    item.append(make('span', { class: 'track', 'aria-hidden': 'true' }, make('i')));
    return item;
  });

  const element = section('Events', stations, list, none);
  // It comes by itself, where there is a plan.
  if (plan) void import('../plan/checked-plan.js').then(({ checkedPlan }) => checkedPlan(plan)).catch(tell);
  function tell({ message }: Error) {
    stations.before(make('p', { class: 'breaks' }, `The plan cannot be read: ${message}`));
  }

  return {
    element,
    draw() {
      none.hidden = journeys.all.length > 0;
      stations.hidden = !none.hidden;
      show(journeys.all.slice(0, SHOWN));
    },
  };
}

const station = (words: string) => make('span', {}, words);

function stateInWords({ state, recordedAt, endedAt = recordedAt, reason = '', isEarlier }: Journey): string {
  if (state === 'dropped') return `dropped: ${reason}`;
  if (state === 'gone') return 'waits here no more';
  if (state === 'waiting') return 'waits';
  return `delivered ${isEarlier ? `at ${timeInWords(endedAt)}` : `in ${spanInWords(endedAt - recordedAt)}`}`;
}
