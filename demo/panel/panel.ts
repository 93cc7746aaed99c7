import { element } from '../shop/scripts/page.js';
import { eventsPart } from './events-part.js';
import type { Notes } from './notes.js';
import { messagesPart } from './messages-part.js';
import { outboxPart } from './outbox-part.js';
import { requestsPart } from './requests-part.js';
import type { Part, Scene } from './scene.js';
import { sendPart } from './send-part.js';
import { switchesPart } from './switches-part.js';
import { visitorPart } from './visitor-part.js';
import { wayPart } from './way-part.js';

/** How often the panel draws what changes by itself, in milliseconds. */
const PERIOD = 1_000;
/** From this width on, the panel stands beside the shop unless it was closed. */
const WIDE = '(min-width: 70rem)';

/** Builds the panel, and draws in it what the SDK does. */
export function showPanel(scene: Scene): void {
  const { client, notes } = scene;
  const parts: Part[] = [
    visitorPart(scene),
    outboxPart(scene),
    wayPart(scene),
    switchesPart(scene),
    eventsPart(scene),
    requestsPart(scene),
    sendPart(scene),
    messagesPart(scene),
  ];
  element('panel-body').append(...parts.map((part) => part.element));
  startToggle();

  async function look() {
    // Nothing is said of what waits before it is counted.
    const { waiting } = await client.stats();
    parts.forEach((part) => part.draw(waiting));
    element('panel-brief').textContent = briefOf(waiting, notes);
    return waiting;
  }
  async function tick() {
    if (!document.hidden) notes.measure(await look());
  }

  notes.watch(() => void look());
  client.on('user', () => void look());
  client.on('consent', () => void look());
  void tick();
  setInterval(() => void tick(), PERIOD);
}

function briefOf(depth: number, { facts }: Notes): string {
  return `${depth} waiting · ${facts.counts.delivered} delivered`;
}

/** Lets the visitor open and close the panel, and remembers it for the next page. */
function startToggle() {
  const toggle = element('panel-toggle');
  const root = document.documentElement;
  const isOpen = () => (root.dataset['panel'] || (matchMedia(WIDE).matches ? 'open' : 'closed')) === 'open';
  const show = () => {
    toggle.ariaExpanded = String(isOpen());
    element('panel-body').inert = !isOpen();
  };

  toggle.addEventListener('click', () => {
    root.dataset['panel'] = isOpen() ? 'closed' : 'open';
    document.cookie = `panel=${root.dataset['panel']}; path=/; max-age=31536000; samesite=lax`;
    show();
  });
  matchMedia(WIDE).addEventListener('change', show);
  show();
}
