import { startInspector } from 'tidings/inspector';
import { onwardPart } from './onward-part.js';
import type { Part, Scene } from './scene.js';
import { sendPart } from './send-part.js';
import { switchesPart } from './switches-part.js';
import { wayPart } from './way-part.js';

/** How often the sections of the shop draw what changes by itself, in milliseconds. */
const PERIOD = 1_000;
/** From this width on, the panel stands beside the shop unless it was closed. */
const WIDE = '(min-width: 70rem)';

/** Starts the inspector with the sections of the shop: open where it was left so, or there is room beside the shop. */
export function showPanel(scene: Scene): void {
  const { client } = scene;
  const { dataset } = document.documentElement;
  const isOpen = dataset['panel'] ? dataset['panel'] === 'open' : matchMedia(WIDE).matches;
  const last = [onwardPart(scene), sendPart(scene)];
  const parts: Part[] = [wayPart(scene), switchesPart(scene), ...last];
  for (const { element } of last) element.slot = 'end';

  dataset['panel'] = isOpen ? 'open' : 'closed';
  startInspector(client, {
    isOpen,
    own: parts.map(({ element }) => element),
    // The page's style goes by it, and the server, which makes the next page.
    onToggle(isOpen) {
      dataset['panel'] = isOpen ? 'open' : 'closed';
      document.cookie = `panel=${dataset['panel']}; path=/; max-age=31536000; samesite=lax`;
    },
  });

  async function look() {
    if (document.hidden) return;
    // Nothing is said of what waits before it is counted.
    const { waiting } = await client.stats();
    parts.forEach((part) => part.draw(waiting));
  }
  const lookSoon = () => void look().catch(() => undefined);
  for (const name of ['recorded', 'delivered', 'dropped'] as const) client.on(name, lookSoon);
  lookSoon();
  setInterval(lookSoon, PERIOD);
}
