import type { InAppMessage } from '../../api/models/in-app.js';
import { sheetFor } from '../../browser/style-sheet.js';
import { ifPossible } from '../../lib/if-possible.js';
import { textIn } from '../../lib/text.js';
import { timeOf } from '../message.js';
import type { Controls, InboxSource, Listed } from './inbox-source.js';

/** Sizes start at the visitor's own, and nothing of the page's text but its font and colour comes in. */
const STYLE = `
:host { display: block; background: var(--tidings-background, none) }
:host([hidden]), [hidden] { display: none !important }
section { all: initial; display: block; visibility: inherit; color-scheme: inherit; line-height: 1.4; font-family: var(--tidings-font, inherit); color: var(--tidings-color, inherit) }
ul { list-style: none; margin: 0; padding: 0 }
li { display: flex; align-items: start; border-block-end: 1px solid var(--tidings-line, color-mix(in srgb, currentColor 20%, transparent)) }
button { all: unset; box-sizing: border-box; cursor: pointer; min-block-size: 3em; padding: .75em; border-radius: .5em }
button:hover { background: color-mix(in srgb, currentColor 8%, transparent) }
button:focus-visible { outline: 2px solid var(--tidings-accent, currentColor); outline-offset: -2px }
.open { flex: 1; min-inline-size: 0; display: grid; grid-template-columns: auto 1fr }
img { grid-row: 1 / 4; margin-inline-end: .75em; inline-size: 2.5em; block-size: 2.5em; object-fit: cover; border-radius: .5em }
time, .title, .subtitle { grid-column: 2; overflow-wrap: anywhere }
.unread .title { font-weight: 700 }
.subtitle { font-size: .875em }
time, .mark { font-size: .75em }
.mark { padding: 0 .5em; border: 1px solid; border-radius: 1em; color: var(--tidings-accent, inherit) }
.mark:empty, .subtitle:empty { display: none }
p { margin: 0; padding: 1.5em .75em; text-align: center }
`;

/** A message in the list. */
interface Row {
  item: HTMLLIElement;
  write(message: InAppMessage): void;
}

/** Keeps the list in a root like an inbox, and like its controls. Gives the function that stops it. */
export function listIn(
  root: ShadowRoot,
  source: InboxSource,
  createControls: (listed: Listed) => Controls,
): () => void {
  const rows = new Map<string, Row>();
  const section = make('section', '');
  const panel = make('div', '');
  const list = make('ul', 'list');
  const status = make('p', 'status');
  section.tabIndex = -1;
  list.setAttribute('role', 'list'); // Which Safari takes from a list without bullets.
  status.setAttribute('role', 'status');
  panel.append(list, status);
  section.append(panel);
  root.adoptedStyleSheets = [sheetFor(root.host, STYLE)];
  root.replaceChildren(section);
  const controls = createControls({ root, section, panel, source, make, write });
  section.setAttribute('aria-label', controls.texts.inbox);

  function drop(id: string, { item }: Row) {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    const hadFocus = item.contains(root.activeElement);
    item.remove();
    rows.delete(id);
    if (hadFocus) (next?.querySelector('button') ?? section).focus();
  }

  function write() {
    const messages = controls.choose();
    const ids = new Set(messages.map(({ messageId }) => messageId));
    for (const [id, row] of rows) if (!ids.has(id)) drop(id, row);
    messages.forEach((message, index) => {
      const row = rows.get(message.messageId) ?? createRow(message.messageId, source, controls);
      rows.set(message.messageId, row);
      row.write(message);
      const there = list.children[index];
      if (there !== row.item) list.insertBefore(row.item, there ?? null);
    });
    const state = messages.length ? '' : source.inbox.isLoaded ? 'empty' : 'loading';
    if (status.dataset['state'] === state) return;
    status.dataset['state'] = state;
    status.hidden = !state;
    const slot = document.createElement('slot');
    slot.name = state;
    slot.textContent = state && controls.texts[state];
    status.replaceChildren(slot);
  }

  const stop = source.inbox.subscribe(write);
  return () => {
    stop();
    controls.stop();
    section.remove();
  };
}

function createRow(id: string, { inbox, now }: InboxSource, { equip, texts }: Controls): Row {
  const item = make('li', 'message');
  const open = make('button', 'open');
  const icon = make('img', 'icon');
  const mark = make('span', 'mark');
  const title = make('span', 'title');
  const subtitle = make('span', 'subtitle');
  const name = document.createElement('span');
  const time = make('time', 'time');
  // The space is for those who hear the two, too.
  title.append(mark, ' ', name);
  open.append(title, subtitle, time);
  item.append(open);
  icon.alt = '';
  icon.loading = 'lazy';
  icon.onerror = () => icon.remove();
  // What fails here is told by the client.
  open.onclick = () => void openOrRead(inbox, id).catch(() => {});
  const writeControls = equip(item);

  return {
    item,
    write(message) {
      const { inboxMetadata, read, createdAt } = message;
      const called = textIn(inboxMetadata?.title) || texts.message;
      writeWords(name, called);
      writeWords(subtitle, textIn(inboxMetadata?.subtitle));
      writeWords(mark, read ? '' : texts.unread);
      item.className = read ? '' : 'unread';
      item.setAttribute('part', read ? 'message' : 'message unread');
      writeTime(time, timeOf(createdAt), now());
      const source = textIn(inboxMetadata?.icon);
      if (!source) icon.remove();
      else if (icon.getAttribute('src') !== source) {
        icon.src = source;
        open.prepend(icon);
      }
      writeControls(message, called);
    },
  };
}

async function openOrRead(inbox: InboxSource['inbox'], id: string) {
  if (!(await inbox.open(id))) await inbox.read(id);
}

function writeTime(time: HTMLTimeElement, at: number, now: number) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return;
  const isToday = date.toDateString() === new Date(now).toDateString();
  const form = isToday ? ({ timeStyle: 'short' } as const) : ({ dateStyle: 'medium' } as const);
  time.dateTime = date.toISOString();
  writeWords(time, new Intl.DateTimeFormat(languageOf(document.documentElement.lang), form).format(date));
}

/** Writes words, unless they stand there: in Safari, a press ends in no click where its words are written anew meanwhile. */
function writeWords(element: HTMLElement, words: string) {
  if (element.textContent !== words) element.textContent = words;
}

/** A language that dates can be written in; the browser's, where the page's is none. */
function languageOf(lang: string): string | undefined {
  return ifPossible(() => Intl.getCanonicalLocales(lang)[0]);
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  part: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (part) {
    element.className = part;
    element.setAttribute('part', part);
  }
  return element;
}
