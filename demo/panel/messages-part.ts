import { make } from '../shop/scripts/page.js';
import type { Counts } from './counts.js';
import type { Part, Scene } from './scene.js';
import { section } from './section.js';

/** What is counted of messages: the words, and the figure. */
const figures: [words: string, figure: (counts: Counts) => string][] = [
  ['sessions told', ({ sessions }) => String(sessions)],
  ['times seen', ({ impressions }) => String(impressions)],
  ['seconds in view', ({ seconds }) => seconds.toFixed(1)],
  ['opened', ({ opens }) => String(opens)],
  ['clicked', ({ clicks }) => String(clicks)],
];

/** What was seen and done of messages in this tab's visit. */
export function messagesPart({ notes }: Scene): Part {
  const answers = figures.map(() => make('dd'));
  const rows = figures.map(([words], index) => make('div', {}, make('dt', {}, words), answers[index] ?? ''));
  const about =
    'A session runs from the first embedded message that is seen until the page is hidden or left; then it is told.';

  return {
    element: section(
      'Messages seen',
      make('p', { class: 'panel-soft' }, about),
      make('dl', { class: 'panel-figures' }, ...rows),
    ),
    draw() {
      figures.forEach(([, figure], index) => {
        const answer = answers[index];
        if (answer) answer.textContent = figure(notes.facts.counts);
      });
    },
  };
}
