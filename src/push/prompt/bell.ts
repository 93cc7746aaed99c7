import { boxesOf, type Asking } from './asking.js';
import type { Said } from './panel.js';
import { part } from './part.js';

/** Keeps the button of a `<tidings-push-bell>` as pushes are. Gives the function that stops it. */
export function keepBell(asking: Asking): () => void {
  const { push, host, panel, memory, texts } = asking;
  const button = part('button', 'bell', part('slot', '', picture()));
  button.type = 'button';
  panel.section.before(button);
  panel.openBy(button);
  let written = '';

  function look() {
    const { state } = push;
    const { word, said } = saidOf(asking);
    button.hidden = state === 'unsupported' || !host.user;
    button.setAttribute('aria-label', texts[word]);
    button.setAttribute('part', `bell ${word}`);
    button.className = `bell ${word}`;
    if (button.hidden) panel.close();
    button.setAttribute('aria-expanded', String(panel.isOpen()));
    // What a visitor is ticking stays as it is.
    if (panel.isOpen() && written !== word) panel.write(said);
    written = panel.isOpen() ? word : '';
  }
  function meet() {
    // What one visitor has ticked is not for the next.
    panel.close();
    memory.recall().catch(host.report);
  }
  const stops = [
    panel.on('toggle', look),
    panel.on('escape', panel.close),
    panel.on('tick', () => void asking.choose(push.isOn).catch(host.report)),
    memory.onChange(look),
    host.on('user', meet),
    push.watch(look),
  ];
  meet();

  return () => {
    stops.forEach((stop) => stop());
    button.remove();
  };
}

/** What the bell and its panel say. */
function saidOf(asking: Asking): { word: 'on' | 'off' | 'blocked'; said: Said } {
  const { push, texts, panel } = asking;
  const choice = { legend: texts.choose, boxes: boxesOf(asking) };
  const close: Said['buttons'][number] = ['later', texts.close, panel.close];
  const fail = () => panel.say(texts.failed);
  if (push.isOn) {
    const turnOff = () => void push.turnOff().catch(fail);
    return {
      word: 'on',
      said: { title: texts.on, body: '', ...choice, buttons: [['yes', texts.turnOff, turnOff], close] },
    };
  }
  if (push.state === 'denied')
    return { word: 'blocked', said: { title: texts.blocked, body: texts.unblock, buttons: [close] } };
  if (push.state === 'uninstalled')
    return { word: 'off', said: { title: texts.off, body: texts.install, buttons: [close] } };
  const turnOn = async () => {
    await asking.yes();
    if (push.state === 'granted' && !push.isOn) fail();
  };
  return {
    word: 'off',
    said: {
      ...{ title: texts.title, body: texts.body, isAsking: true },
      ...choice,
      buttons: [['yes', texts.yes, () => void turnOn()], close],
    },
  };
}

const SVG = 'http://www.w3.org/2000/svg';

function picture(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, line] of [
    ['dome', 'M5 17h14l-1.5-2.5V10a5.5 5.5 0 0 0-11 0v4.5zM12 4.5V3'],
    ['clapper', 'M10 20.2a2.2 2.2 0 0 0 4 0'],
    ['stroke', 'M4 4l16 17'],
  ] as const) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', name);
    path.setAttribute('d', line);
    svg.append(path);
  }
  return svg;
}
