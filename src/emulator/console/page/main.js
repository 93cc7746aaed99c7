import { chartsView } from './charts.js';
import { contentView } from './content.js';
import { dataView } from './data.js';
import { element, fill, momentOf, numeral } from './dom.js';
import { follow, known, onLook } from './live.js';
import { peopleView } from './people.js';
import { personView } from './person.js';
import { sendView } from './send.js';
import { switchesView } from './switches.js';
import { requestsView, timelineView } from './timeline.js';

/**
 * A part of the console.
 *
 * @typedef {object} View
 * @property {string} title
 * @property {HTMLElement} content
 * @property {() => void | Promise<void>} [update] Called after each look at the emulator.
 */

/** @type {Record<string, (about: string) => View | Promise<View>>} */
const views = {
  timeline: timelineView,
  people: (id) => (id ? personView(id) : peopleView()),
  requests: requestsView,
  content: contentView,
  charts: chartsView,
  data: dataView,
  send: sendView,
  switches: switchesView,
};

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
/** @type {View | undefined} */
let shown;
/** The latest asked for: a slower one that was asked for before must not replace it. */
let asked = '';

/** @param {boolean} isFirst */
async function show(isFirst) {
  const hash = location.hash.slice(1) || 'timeline';
  const [name = '', ...about] = hash.split('/');
  asked = hash;
  markPlace(name);
  const view = await viewOf(name, about.join('/'));
  if (asked !== hash) return;
  shown = view;
  document.title = `${view.title} · Tidings emulator`;
  fill(main, element('h1', { tabIndex: -1 }, view.title), view.content);
  document.body.dataset['place'] = hash;
  update();
  if (!isFirst) {
    main.querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/**
 * @param {string} name
 * @param {string} about
 * @returns {Promise<View>}
 */
async function viewOf(name, about) {
  try {
    return await (views[name] ?? timelineView)(decodeURIComponent(about));
  } catch (error) {
    return { title: 'Not found', content: element('p', { role: 'alert' }, messageOf(error)) };
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} name */
function markPlace(name) {
  for (const link of document.querySelectorAll('nav a')) {
    const isHere = link.getAttribute('href') === `#${name}`;
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (isHere) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

function update() {
  // The header says that nothing answers.
  void Promise.resolve(shown?.update?.()).catch(() => {});
}

function showCounts() {
  for (const place of document.querySelectorAll('[data-count]')) {
    const name = /** @type {keyof typeof known.counts} */ (place.getAttribute('data-count'));
    const count = known.counts[name];
    const words = count ? numeral(count) : '';
    if (place.textContent !== words) place.textContent = words;
  }
  const now = /** @type {HTMLTimeElement} */ (document.querySelector('#now'));
  now.dateTime = new Date(known.now).toISOString();
  now.textContent = momentOf(known.now);
}

/** @param {boolean} isReached */
function showState(isReached) {
  const state = /** @type {HTMLElement} */ (document.querySelector('#state'));
  const words = isReached ? 'Live' : 'No answer';
  // Said aloud when it changes, and only then.
  if (state.textContent !== words) state.textContent = words;
  state.className = isReached ? 'live' : 'lost';
}

onLook(() => {
  showCounts();
  update();
});
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault(); // The address tells which part is shown.
  main.focus();
});
addEventListener('hashchange', () => void show(false));
void show(true);
void follow(showState);
