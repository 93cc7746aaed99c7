import { sheetFor } from '../../browser/style-sheet.js';
import { createEmitter } from '../../lib/emitter.js';
import { part } from './part.js';
import { STYLE } from './style.js';

/** What a panel says. */
export interface Said {
  title: string;
  body: string;
  /** Whether it asks: the page's own slots take the place of title and body. */
  isAsking?: boolean;
  legend?: string;
  boxes?: { id: number; name: string; isTicked: boolean }[];
  buttons: [part: string, name: string, act: () => void][];
}

/** What asks and tells, above all of the page. */
export interface Panel {
  readonly section: HTMLElement;
  isOpen(): boolean;
  write(said: Said): void;
  /** Says what went wrong. */
  say(text: string): void;
  open(): void;
  close(): void;
  /** Lets a button open and close it, beside which it stands. */
  openBy(button: HTMLButtonElement): void;
  /** The ids of what is ticked, and of what is not. */
  choice(): { chosen: number[]; left: number[] };
  /** Calls `listener` when it opens, closes, when a box is ticked, or at Escape; returns the function that stops it. */
  on(name: 'toggle' | 'tick' | 'escape', listener: () => void): () => void;
  remove(): void;
}

/** Makes the panel of an element, closed. */
export function createPanel(element: HTMLElement): Panel {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const { on, emit } = createEmitter<Record<'toggle' | 'tick' | 'escape', undefined>>();
  const section = closedSection();
  const hasPopovers = 'popover' in HTMLElement.prototype;
  /** What had the focus before it came here. */
  let before: HTMLElement | undefined;
  let anchor: HTMLElement | undefined;
  root.adoptedStyleSheets = [sheetFor(element, STYLE)];
  root.replaceChildren(section);

  const isOpen = () => !section.hidden;
  const hasFocus = () => section.contains(root.activeElement);
  function toggle(isWanted: boolean) {
    if (isWanted === isOpen()) return;
    // A browser without popovers shows it in its place.
    if (hasPopovers) section.togglePopover(isWanted);
    else turn(isWanted);
  }
  function turn(isNowOpen: boolean) {
    const hadFocus = hasFocus();
    section.hidden = !isNowOpen;
    emit('toggle', undefined);
    if (isNowOpen && anchor) place(section, anchor);
    if (hadFocus) before?.focus();
  }
  section.addEventListener('beforetoggle', (event) => turn(event.newState === 'open'));
  section.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget && !section.contains(relatedTarget as Node)) before = relatedTarget as HTMLElement;
  });
  section.addEventListener('change', () => emit('tick', undefined));
  section.addEventListener('keydown', (event) => {
    if (!hush(event)) return;
    // The page is not to hear how the key goes up either.
    addEventListener('keyup', hush, { capture: true, once: true });
    emit('escape', undefined);
  });

  return {
    section,
    on,
    isOpen,
    write(said) {
      const hadFocus = hasFocus();
      section.replaceChildren(...contentsOf(said));
      if (hadFocus) section.focus();
    },
    say: (text) => section.querySelector('.words')?.append(part('p', 'failed', text)),
    open: () => toggle(true),
    close: () => toggle(false),
    openBy(button) {
      anchor = button;
      section.classList.add('beside');
      section.popover = 'auto';
      button.popoverTargetElement = section;
      if (!hasPopovers) button.addEventListener('click', () => toggle(!isOpen()));
    },
    choice: () => choiceIn(section),
    remove: () => root.replaceChildren(),
  };
}

/** Whether a key is Escape, which is then heard by nobody else. */
function hush(event: KeyboardEvent): boolean {
  const isEscape = event.key === 'Escape';
  if (isEscape) event.stopPropagation();
  return isEscape;
}

function choiceIn(section: HTMLElement) {
  const boxes = [...section.querySelectorAll('input')];
  const idsOf = (isTicked: boolean) =>
    boxes.filter(({ checked }) => checked === isTicked).map(({ value }) => Number(value));
  return { chosen: idsOf(true), left: idsOf(false) };
}

function closedSection(): HTMLElement {
  const section = part('section', 'panel');
  Object.assign(section, { hidden: true, tabIndex: -1, popover: 'manual' });
  section.setAttribute('aria-labelledby', 'title');
  return section;
}

/** The first is told to a screen reader as it changes. */
function contentsOf({ title, body, isAsking, legend = '', boxes = [], buttons }: Said): HTMLElement[] {
  const inSlot = (name: string, text: string) => {
    if (!isAsking) return text;
    const slot = part('slot', '', text);
    slot.name = name;
    return slot;
  };
  const heading = part('p', 'title', inSlot('title', title));
  heading.id = 'title';
  const words = part('div', 'words', heading, part('p', 'body', inSlot('body', body)));
  words.setAttribute('role', 'status');
  const choices = boxes.map(({ id, name, isTicked }) => {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', value: id });
    box.checked = isTicked;
    return part('label', 'category', box, name);
  });
  const answers = buttons.map(([word, name, act]) => {
    const button = part('button', word, name);
    button.type = 'button';
    button.addEventListener('click', act);
    return button;
  });
  return [
    words,
    ...(choices.length ? [part('fieldset', 'categories', part('legend', '', legend), ...choices)] : []),
    part('div', 'buttons', ...answers),
  ];
}

/** How far a panel stays from what is around it, in pixels. */
const GAP = 8;

/** Puts a panel below a button, or above it, where there is more room, within the window. */
function place(section: HTMLElement, button: HTMLElement) {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = section;
  const { clientWidth, clientHeight } = document.documentElement;
  const x = Math.max(GAP, Math.min(right - width, clientWidth - width - GAP));
  const y = bottom + GAP + height > clientHeight && top > height ? top - GAP - height : bottom + GAP;
  section.style.setProperty('--x', `${x}px`);
  section.style.setProperty('--y', `${y}px`);
}
