import { line, listOf, section, timeInWords } from './make.js';
import type { Inspected, Part } from './inspected.js';

/** How many are kept. */
const SHOWN = 5;

/** What went wrong, as the client tells it to the page. */
export function troublePart({ client, now, masked }: Inspected): Part {
  const told: { message: string; at: string }[] = [];
  const { list, show } = listOf<(typeof told)[number]>(
    masked,
    'What went wrong, the latest first',
    ({ message, at }) => line(message, at, { tone: 'bad' }),
  );
  const element = section('What went wrong', list);
  const stop = client.on('error', ({ message }) => {
    told.unshift({ message, at: timeInWords(now()) });
    told.splice(SHOWN);
  });

  return {
    element,
    draw() {
      element.hidden = !told.length;
      show(told);
    },
    close: stop,
  };
}
