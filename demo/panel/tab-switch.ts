import { make } from '../shop/scripts/page.js';
import type { Part, Scene } from './scene.js';
import { switchOf } from './switch.js';

/** Opens the shop in a second tab. */
export function tabSwitch({ notes }: Scene): Part {
  const link = make(
    'a',
    { class: 'panel-button', href: '/', target: '_blank', rel: 'noopener' },
    'Open a second tab',
  );
  const { element, tell } = switchOf(
    link,
    'Both share the visitor, the cart and one outbox. One of them delivers for both; close it, and the other takes over.',
  );

  return {
    element,
    draw() {
      const { journeys } = notes.facts;
      const handed = journeys.findLast(({ wasHanded }) => wasHanded);
      const other = journeys.findLast(({ isElsewhere }) => isElsewhere);
      if (handed) tell(`Another tab has delivered “${handed.name}” for this one.`);
      else if (other) tell(`“${other.name}” was recorded in another tab.`);
    },
  };
}
