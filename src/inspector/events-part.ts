import { line, listOf, make, section, spanInWords, timeInWords } from './make.js';
import type { Journey, Journeys } from './journeys.js';
import type { Inspected, Part } from './inspected.js';

/** How many are drawn. */
const SHOWN = 30;
const TONES = { waiting: 'wait', delivered: 'good', dropped: 'bad', gone: '' };

/** Every event of this page, and what became of it. */
export function eventsPart({ masked }: Inspected, journeys: Journeys): Part {
  const none = make('p', {}, 'Nothing yet in this page.');
  const { list, show } = listOf<Journey>('Events, the latest first', (journey) =>
    line(masked(journey.name), masked(stateInWords(journey)), {
      tone: TONES[journey.state],
      more: `recorded ${timeInWords(journey.recordedAt)}`,
    }),
  );

  return {
    element: section('Events', list, none),
    draw() {
      none.hidden = journeys.all.length > 0;
      show(journeys.all.slice(0, SHOWN));
    },
  };
}

function stateInWords({ state, recordedAt, endedAt = recordedAt, reason = '', isEarlier }: Journey): string {
  if (state === 'dropped') return `dropped: ${reason}`;
  if (state === 'gone') return 'sent by another tab';
  if (state === 'waiting') return 'waits';
  return `delivered ${isEarlier ? `at ${timeInWords(endedAt)}` : `in ${spanInWords(endedAt - recordedAt)}`}`;
}
