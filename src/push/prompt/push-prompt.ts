import { onAddressChanged } from '../../browser/navigation.js';
import { isVisible, onPageShown } from '../../browser/page.js';
import { ifPossible } from '../../lib/if-possible.js';
import { boxesOf, type Asking } from './asking.js';
import { isDue } from './due.js';

/** What a visitor is not to be disturbed at. */
const BUSY = ':modal, :fullscreen, tidings-message';
/** How often it is looked whether they still are, in milliseconds. */
const GLANCE = 1_000;

/** Asks a visitor in a `<tidings-push-prompt>`, once it is time to. Gives the function that stops it. */
export function keepPrompt(asking: Asking): () => void {
  const { push, host, options, texts, panel, memory, now } = asking;
  const { afterEvent, delay = 5_000 } = options;
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look() {
    clearTimeout(timer);
    const isTime = isLate && push.state === 'default' && isDue(memory.value, options, now());
    if (!host.user || !isTime) panel.close();
    else if (isBusy()) timer = setTimeout(look, GLANCE);
    else if (!panel.isOpen) open();
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
  function count() {
    const counted = host.user
      ? memory.change(async (get) => ({ pages: (await get('pages')) + 1 }))
      : memory.recall();
    counted.then(() => memory.recall()).catch(host.report);
  }
  const waiting = setTimeout(() => {
    isLate = true;
    look();
  }, delay);
  const stops = [
    memory.onChange(look),
    host.on('user', asking.meet),
    host.on('recorded', ({ kind, name = kind }) => {
      if (name === afterEvent) void memory.change(async () => ({ happened: name })).catch(host.report);
    }),
    onAddressChanged(count),
    onPageShown(look),
    panel.on('escape', asking.later),
    push.watch(look),
  ];
  count();

  return () => {
    [waiting, timer].forEach((one) => clearTimeout(one));
    stops.forEach((stop) => stop());
  };
}

function isBusy(): boolean {
  // A browser that does not know one of them knows nothing of all.
  return !isVisible() || !!ifPossible(() => document.querySelector(BUSY));
}
