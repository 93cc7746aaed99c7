import { onAddressChanged, pagePath } from '../../browser/navigation.js';
import { isVisible, onPageShown } from '../../browser/page.js';
import type { Host } from '../../host/host.js';
import { ifPossible } from '../../lib/if-possible.js';
import { boxesOf, type Asking } from './asking.js';
import { isDue } from './due.js';

/** What a visitor is not to be disturbed at. */
const BUSY = ':modal, :fullscreen, tidings-message';
/** How often it is looked whether they still are, in milliseconds. */
const GLANCE = 1_000;

/** Where the page was when it was counted last: an element may come again, or there may be two. */
const counted = new WeakMap<Host, string>();

/** Asks a visitor in a `<tidings-push-prompt>`, once it is time to. Gives the function that stops it. */
// eslint-disable-next-line max-lines-per-function -- Taken apart, it weighs more than it may.
export function keepPrompt(asking: Asking): () => void {
  const { push, host, events, options, texts, panel, memory, now } = asking;
  const { afterEvent = '', delay = 5_000 } = options;
  let isLate = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let timer: typeof waiting;

  function look() {
    clearTimeout(timer);
    const isTime = isLate && push.state === 'default' && isDue(memory.value, options, now());
    if (!host.user || !isTime) panel.close();
    else if (isBusy()) timer = setTimeout(look, GLANCE);
    else if (!panel.isOpen()) open();
  }
  function open() {
    const { title, body, choose } = texts;
    panel.write({
      ...{ title, body, isAsking: true, legend: choose, boxes: boxesOf(asking) },
      buttons: [
        ['yes', texts.yes, () => void asking.yes()],
        ['later', texts.later, asking.later],
      ],
    });
    panel.open();
  }
  /** Keeps what the visitor has done, and that they have seen the page. */
  const keep = (isNew: boolean) =>
    memory.change(async (get) => ({
      ...(isNew && { pages: (await get('pages')) + 1 }),
      ...(events.has(afterEvent) && { happened: afterEvent }),
    }));
  /** Counts the page, once, for somebody who is known and sees it. */
  async function count() {
    // Else a visitor who was put off seems to be new until all is read.
    await memory.recall();
    // One that was loaded ahead, or behind, may never be seen.
    if (!host.user || !isVisible() || counted.get(host) === pagePath()) return;
    counted.set(host, pagePath());
    await keep(true);
  }
  /** Begins to wait, and counts the page, once the visitor sees it. */
  function meet() {
    if (isVisible()) waiting ??= setTimeout(begin, delay);
    count().catch(host.report);
  }
  function begin() {
    isLate = true;
    look();
  }
  const stops = [
    memory.onChange(look),
    host.on('user', () => {
      panel.close();
      meet();
    }),
    host.on('recorded', ({ kind, name = kind }) => {
      if (name === afterEvent) keep(false).catch(host.report);
    }),
    onAddressChanged(meet),
    onPageShown(meet),
    panel.on('escape', asking.later),
    push.watch(look),
  ];
  meet();

  return () => {
    [waiting, timer].forEach((one) => clearTimeout(one));
    stops.forEach((stop) => stop());
  };
}

function isBusy(): boolean {
  // A browser that does not know one of them knows nothing of all.
  return !isVisible() || !!ifPossible(() => isTaken(document));
}

/** Whether something is put before all else, also in the shadow tree that has the focus, as a modal dialog does. */
function isTaken(root: Document | ShadowRoot): unknown {
  const inside = root.activeElement?.shadowRoot;
  return root.querySelector(BUSY) ?? (inside && isTaken(inside));
}
