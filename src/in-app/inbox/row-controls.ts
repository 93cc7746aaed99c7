import type { InAppMessage } from '../../api/models/in-app.js';
import type { InboxTexts } from '../texts.js';
import type { Listed, Make } from './inbox-source.js';
import type { Removals } from './removals.js';

/** What the controls of a row need. */
interface RowParts {
  listed: Listed;
  texts: InboxTexts;
  removals: Removals;
  /** Says something to those who do not see it. */
  say: (text: string) => void;
}

/** Puts into a row what one can do with its message. Gives the function that writes it there. */
export function equipRow(
  item: HTMLElement,
  { listed, texts, removals, say }: RowParts,
): (message: InAppMessage, name: string) => void {
  const { root, panel, make, source } = listed;
  const { inbox } = source;
  const { toggle, remove, removed, said, undo } = createParts(make, texts);
  item.append(toggle, remove);
  const whole = [...item.children];
  let current: InAppMessage;
  const removal = () => removals.find(current.messageId);

  function removeIt() {
    item.style.minBlockSize = `${item.offsetHeight}px`;
    removals.remove(current);
    say(`${said.textContent}. ${texts.undo}`);
  }
  /** Lets what can bring it back stand in its place, or the other way round; the focus stays in the list. */
  function swap(isRemoved: boolean) {
    const hadFocus = item.contains(root.activeElement);
    item.replaceChildren(...(isRemoved ? [removed] : whole));
    if (!isRemoved) item.style.minBlockSize = '';
    if (hadFocus) (isRemoved ? (openAfter(item, panel) ?? undo) : item.querySelector('button'))?.focus();
  }

  remove.onclick = removeIt;
  undo.onclick = () => {
    removals.undo(current.messageId);
    say('');
  };
  toggle.onclick = () => {
    const { messageId, read } = current;
    // What fails here is told by the client.
    void (read ? inbox.markUnread(messageId) : inbox.read(messageId)).catch(() => undefined);
  };
  item.onkeydown = (event) => {
    const { key, altKey, ctrlKey, metaKey, repeat } = event;
    if (altKey || ctrlKey || metaKey || repeat) return;
    // On a Mac's keyboard, it is Backspace that is called delete.
    if (/^(Delete|Backspace)$/.test(key) && !removal()) removeIt();
    else if (key === 'ArrowUp') item.previousElementSibling?.querySelector('button')?.focus();
    else if (key === 'ArrowDown') item.nextElementSibling?.querySelector('button')?.focus();
    else return;
    event.preventDefault();
  };
  for (const [begin, end] of [
    ['pointerenter', 'pointerleave'],
    ['focusin', 'focusout'],
  ] as const) {
    removed.addEventListener(begin, () => removal()?.hold(begin));
    removed.addEventListener(end, () => removal()?.release(begin));
  }

  return (message, name) => {
    current = message;
    const isRemoved = removal()?.isBack === false;
    const word = message.read ? texts.markUnread : texts.markRead;
    toggle.title = word;
    toggle.setAttribute('aria-label', `${word}: ${name}`);
    remove.setAttribute('aria-label', `${texts.remove}: ${name}`);
    said.textContent = `${texts.removed}: ${name}`;
    if (isRemoved !== (item.firstChild === removed)) swap(isRemoved);
  };
}

function createParts(make: Make, texts: InboxTexts) {
  const toggle = make('button', 'toggle');
  const remove = make('button', 'remove');
  const removed = make('div', 'removed');
  const said = document.createElement('span');
  const undo = make('button', 'undo');
  remove.textContent = '✕';
  remove.title = texts.remove;
  undo.textContent = texts.undo;
  undo.setAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  removed.append(said, undo);
  return { toggle, remove, removed, said, undo };
}

/** What opens the first message after a row; before it, if there is none. */
function openAfter(item: HTMLElement, panel: HTMLElement): HTMLElement | undefined {
  const opens = [...panel.querySelectorAll<HTMLElement>('.open')];
  const isAfter = (open: Element) => item.compareDocumentPosition(open) & Node.DOCUMENT_POSITION_FOLLOWING;
  return opens.find((open) => isAfter(open)) ?? opens.at(-1);
}
