import type { InAppMessage } from '../../api/models/in-app.js';
import { textIn } from '../../lib/text.js';
import type { InboxTexts } from '../texts.js';
import type { Listed, Make } from './inbox-source.js';

/** The tabs over a list. */
export interface Tabs {
  element: HTMLElement;
  /** Those of the chosen tab. */
  choose(messages: InAppMessage[]): InAppMessage[];
  /** Keeps no longer what was listed as unread, and has been read. */
  forget(): void;
  focus(): void;
}

/** What a tab lists. */
interface Filter {
  name: string;
  label: string;
  has: (message: InAppMessage) => boolean;
}

/** Makes the tabs that the element's `filters` ask for: of a single one, none is shown. */
export function createTabs(
  { root, panel, make, write }: Listed,
  texts: InboxTexts,
  onChosen: () => void,
): Tabs {
  const element = make('div', 'tabs');
  /** What was listed stays until another tab is chosen: nothing vanishes while it is read. */
  const listed = new Set<string>();
  let filters: Filter[] = [];
  let chosen = '';
  let drawn = '';
  element.setAttribute('role', 'tablist');
  element.setAttribute('aria-label', texts.inbox);
  panel.id = 'panel';
  element.onkeydown = (event) => {
    const step = stepOf(event, place());
    if (step === undefined) return;
    event.preventDefault();
    choose(filters.at((place() + step) % filters.length)?.name);
    focus();
  };

  const place = () => filters.findIndex(({ name }) => name === chosen);
  const tabs = () => [...element.children] as HTMLElement[];
  const focus = () => tabs().forEach((tab) => tab.tabIndex || tab.focus());

  function choose(name = '') {
    chosen = name;
    listed.clear();
    onChosen();
    write();
  }

  function draw() {
    const names = filters.map(({ name }) => name).join('\n');
    const hadFocus = element.contains(root.activeElement);
    const isAnew = names !== drawn;
    if (isAnew) element.replaceChildren(...filters.map(({ label }, index) => createTab(make, label, index)));
    drawn = names;
    tabs().forEach((tab, index) => {
      tab.onclick = () => choose(filters[index]?.name);
      mark(tab, index === place());
    });
    if (isAnew && hadFocus) focus();
    label(panel, element.hidden ? '' : `tab-${place()}`);
  }

  return {
    element,
    choose(messages) {
      const words = root.host.getAttribute('filters') ?? 'all unread';
      filters = filtersOf(words, messages, texts, listed);
      const filter = filters.find(({ name }) => name === chosen) ?? filters[0];
      if (filter?.name !== chosen) listed.clear();
      chosen = filter?.name ?? '';
      element.hidden = filters.length < 2 || !messages.length;
      draw();
      const those = filter ? messages.filter(filter.has) : messages;
      those.forEach(({ messageId }) => listed.add(messageId));
      return those;
    },
    forget: () => listed.clear(),
    focus,
  };
}

function createTab(make: Make, label: string, index: number): HTMLElement {
  const tab = make('button', 'tab');
  tab.id = `tab-${index}`;
  tab.textContent = label;
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', 'panel');
  return tab;
}

function mark(tab: HTMLElement, isChosen: boolean) {
  tab.tabIndex = isChosen ? 0 : -1;
  tab.setAttribute('aria-selected', String(isChosen));
  tab.setAttribute('part', isChosen ? 'tab selected' : 'tab');
}

/** Says which tab a panel is of, if of any. */
function label(panel: HTMLElement, id: string) {
  const attributes = { role: 'tabpanel', 'aria-labelledby': id };
  for (const [name, value] of Object.entries(attributes)) {
    if (id) panel.setAttribute(name, value);
    else panel.removeAttribute(name);
  }
}

/** How many tabs a key goes on, if it is one that does. */
function stepOf({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent, place: number): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const on = getComputedStyle(target as Element).direction === 'rtl' ? -1 : 1;
  const steps: Record<string, number> = { ArrowRight: on, ArrowLeft: -on, Home: -place, End: -1 - place };
  return steps[key];
}

function filtersOf(
  words: string,
  messages: InAppMessage[],
  texts: InboxTexts,
  listed: Set<string>,
): Filter[] {
  const isListed = ({ read, messageId }: InAppMessage) => !read || listed.has(messageId);
  return words.split(/\s+/).flatMap((word): Filter | Filter[] => {
    if (word === 'all') return { name: word, label: texts.all, has: () => true };
    if (word === 'unread') return { name: word, label: texts.onlyUnread, has: isListed };
    if (word !== 'categories') return [];
    const categories = new Set(messages.map(categoryOf).filter(Boolean));
    return [...categories].sort().map((label) => ({
      name: `category ${label}`,
      label,
      has: (message) => categoryOf(message) === label,
    }));
  });
}

function categoryOf({ customPayload }: InAppMessage): string {
  return textIn(customPayload?.['category']).trim();
}
