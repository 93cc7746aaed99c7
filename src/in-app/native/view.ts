import { sheetFor } from '../../browser/style-sheet.js';
import type { Link } from '../../host/links.js';
import type { FormTexts } from '../forms.js';
import type { Frame, Heard } from '../showing/frame.js';
import { createForm } from './form.js';
import { make } from './make.js';
import type { NativeView } from './native-view.js';
import { STYLE } from './style.js';

type Said = Partial<Heard>;

/** Lays out a view, which says what happens in it as a frame does. */
export function createView(view: NativeView, texts: FormTexts, tell: (said: Heard) => void): Frame {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open', delegatesFocus: true });
  const say = (said: Said) => tell({ is: '', count: NaN, title: '', hrefs: [], ...said });
  const { kind, title = '', body = '', fields = [], buttons = [] } = view;
  const picture = pictureOf(view, () => say({ is: 'loaded' }));
  const links = make('div', 'buttons');
  const form = fields[0] ? createForm({ ...view, fields }, { element, texts, links, say }) : links;
  const inside = [
    title && make('h2', 'title', { textContent: title }),
    body && make('p', 'body', { textContent: body }),
    (fields[0] ?? buttons[0]) && form,
  ].filter((part) => !!part);
  // Focusable, so that it is read from its beginning; its host, were it so, would keep the keyboard out of all in it.
  root.append(
    make('div', `view ${kind}`, { tabIndex: -1 }, [...picture, make('div', 'content', {}, inside)]),
  );
  root.adoptedStyleSheets = [sheetFor(element, STYLE)];
  // The dialog has its name, and a second one would follow the mouse.
  Object.defineProperty(element, 'title', { value: '', writable: true });
  // It looks as the page does.
  element.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
  keepKeys(element);
  followFinger(element, say);

  // Once whoever made it knows it.
  queueMicrotask(() => {
    say({ is: 'built', title: title || body.slice(0, 200), hrefs: buttons.map(({ url }) => [url, null]) });
    if (!picture.length) say({ is: 'loaded' });
  });

  return {
    element,
    link(given) {
      const made = given.map((link, index) => linkTo(link, buttons[index]?.label ?? '', index, say));
      links.append(...made);
    },
  };
}

/** The picture of a view, which is there once it has come, or cannot. */
function pictureOf({ image }: NativeView, onThere: () => void): HTMLImageElement[] {
  if (!image) return [];
  const { url, alt = '' } = image;
  const picture = make('img', 'image', { alt, referrerPolicy: 'no-referrer', onload: onThere });
  picture.onerror = () => {
    // What it would have shown is told where the rest is.
    picture.nextElementSibling?.prepend(make('p', 'body', { textContent: alt }));
    picture.remove();
    onThere();
  };
  picture.src = url;
  return [picture];
}

/** A button of a view: a link with its address, where that is known to be harmless. */
function linkTo(link: Link, label: string, count: number, say: (said: Said) => void): HTMLElement {
  const isLink = link.does === 'open';
  const button = isLink
    ? make('a', 'button', { href: link.url, target: '_blank', rel: 'noopener noreferrer' })
    : make('button', 'button', { type: 'button' });
  button.textContent = label;
  let isFollowed = false;

  function click(event: MouseEvent) {
    if (event.button > 1) return;
    const isApart = isLink && (event.button || event.ctrlKey || event.metaKey || event.shiftKey);
    // Each is followed once, however fast it is clicked.
    if (!isLink || (!isApart && (isFollowed || !link.isNewTab))) event.preventDefault();
    if (isFollowed && !isApart) return;
    isFollowed ||= isLink && !isApart;
    say({ is: isApart ? 'apart' : 'click', count });
  }
  button.addEventListener('click', click as EventListener);
  button.addEventListener('auxclick', click as EventListener);
  return button;
}

/** Keeps keys that are meant for a field from the page, which may do something at each; Escape is for whoever closes. */
function keepKeys(element: HTMLElement) {
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    element.addEventListener(type, (event) => event.key !== 'Escape' && event.stopPropagation());
}

/** Tells how far a finger has moved, where it does not scroll. */
function followFinger(element: HTMLElement, say: (said: Said) => void) {
  let from = 0;
  const begin = ({ touches: [touch, other] }: TouchEvent) => {
    // With two fingers, it is made larger.
    from = other ? NaN : (touch?.clientY ?? from);
  };
  element.addEventListener('touchstart', begin, { passive: true });
  element.addEventListener('touchend', ({ changedTouches: [touch] }) => {
    if (touch && element.scrollHeight <= element.clientHeight)
      say({ is: 'swipe', count: touch.clientY - from });
  });
}
