import { sheetFor } from '../../browser/style-sheet.js';
import { CONTROLS_STYLE } from './controls-style.js';
import type { Controls, Listed } from './inbox-source.js';
import { createNews } from './inbox-news.js';
import { createTabs } from './inbox-tabs.js';
import { inboxTexts } from './inbox-texts.js';
import { createRemovals } from './removals.js';
import { equipRow } from './row-controls.js';

/** How many messages are listed at first, and how many more each time. */
const PAGE_SIZE = 20;

/** Makes what chooses from an inbox and changes it, around a list and in its rows. */
export function createControls(listed: Listed): Controls {
  const { root, section, panel, source, make, write } = listed;
  const { inbox } = source;
  const texts = inboxTexts(source.texts);
  const bar = make('div', 'bar');
  const readAll = make('button', 'read-all');
  const more = make('button', 'more');
  const news = createNews(inbox, texts);
  const removals = createRemovals(inbox, write);
  const tabs = createTabs(listed, texts, () => (pages = 1));
  const watch = new MutationObserver(write);
  let pages = 1;

  readAll.textContent = texts.readAll;
  more.textContent = texts.more;
  bar.append(tabs.element, readAll);
  section.prepend(bar);
  section.append(more, news.element);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetFor(root.host, CONTROLS_STYLE)];
  watch.observe(root.host, { attributeFilter: ['filters', 'page-size'] });

  readAll.onclick = () => {
    tabs.forget();
    // What fails here is told by the client.
    void inbox.readAll().catch(() => undefined);
  };
  more.onclick = () => {
    const row = panel.querySelectorAll('li').length;
    pages += 1;
    write();
    panel.querySelectorAll('li')[row]?.querySelector('button')?.focus();
  };
  section.onkeydown = (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
    if (!isUndo || !removals.size) return;
    event.preventDefault();
    removals.undo();
  };

  return {
    texts,
    choose() {
      // Those of somebody else, or of nobody.
      if (!inbox.isLoaded) removals.settle();
      const chosen = tabs.choose(removals.among(inbox.messages));
      const size = Number(root.host.getAttribute('page-size') ?? PAGE_SIZE);
      const most = size > 0 ? size * pages : Infinity;
      const hadFocus = root.activeElement === readAll;
      more.hidden = chosen.length <= most;
      readAll.hidden = !inbox.unread;
      bar.hidden = readAll.hidden && tabs.element.hidden;
      if (hadFocus && readAll.hidden) (tabs.element.hidden ? section : tabs).focus();
      news.count(removals.size > 0);
      return chosen.slice(0, most);
    },
    equip: (item) => equipRow(item, { listed, texts, removals, say: news.say }),
    stop() {
      watch.disconnect();
      news.stop();
      removals.stop();
    },
  };
}
