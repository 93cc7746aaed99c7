import { make } from '../shop/scripts/page.js';
import type { Part, Scene } from './scene.js';
import { section } from './section.js';
import { events, switchOf } from './switch.js';
import { chooseWay, type Way } from './way.js';

interface Choice {
  way: Way;
  words: string;
  about: string;
}

const choices: Choice[] = [
  {
    way: 'relay',
    words: 'through the relay',
    about:
      'The page tells the shop’s own server, many events in one request and each with its own answer. That server has the keys.',
  },
  {
    way: 'direct',
    words: 'directly',
    about:
      'The page calls the service itself, once for each event, with a web key and a token of the visitor.',
  },
];

/** How many events waited when the way was changed, for the page that follows. */
const KEY = 'panel-way-waited';

/** Chooses how the pages of the shop speak to the service. */
export function wayPart({ client, way }: Scene): Part {
  const choice = make('fieldset', {}, make('legend', {}, 'The page speaks'));
  const { element, tell } = switchOf(choice, choices.find((one) => one.way === way)?.about ?? '');
  let waited = Number(sessionStorage.getItem(KEY) ?? NaN);
  sessionStorage.removeItem(KEY);

  async function change(to: Way) {
    const { waiting } = await client.stats();
    sessionStorage.setItem(KEY, String(waiting));
    chooseWay(to);
    location.reload();
  }

  for (const one of choices) {
    const input = make('input', { type: 'radio', name: 'way', value: one.way, checked: one.way === way });
    input.addEventListener('change', () => {
      change(one.way).catch(() => tell('The device does not say what waits on it.'));
    });
    choice.append(make('label', {}, input, one.words));
  }
  const words = way === 'relay' ? 'through the relay' : 'directly';

  return {
    element: section('Way to the service', element),
    draw(depth) {
      if (Number.isNaN(waited)) return;
      if (depth === 0) {
        tell(
          waited
            ? `${events(waited)} that waited went out ${words}. Nothing was lost.`
            : `From here on this tab speaks ${words}; other tabs do from their next page.`,
        );
        waited = NaN;
      } else tell(`${events(depth)} that ${depth === 1 ? 'waits goes' : 'wait go'} out ${words}.`);
    },
  };
}
