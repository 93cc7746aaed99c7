import { on, pageBody } from '../../browser/page.js';
import { sheetFor } from '../../browser/style-sheet.js';
import { SIDES, type Appearance } from './appearance.js';
import type { CloseAction } from '../message-events.js';
import { textsOf, type Texts } from '../texts.js';
import { focused, HOST } from './calm.js';
import { lockScroll } from './scroll-lock.js';

/** How the button that closes looks: in which corner, or not at all. */
export type CloseButton = 'end' | 'start' | 'none';

/** What a surface is made of. */
export interface SurfaceOptions {
  appearance: Appearance;
  /** What it shows: a frame, or what is laid out on the page itself. */
  frame: HTMLElement;
  texts?: Partial<Texts> | undefined;
  /** Default: `end`. */
  closeButton?: CloseButton | undefined;
  /** Style of your own for the button and the box. */
  css?: string | undefined;
  /** Hears what closes it; nothing where the page has taken it away. */
  onClose: (by?: CloseAction) => void;
}

/** What a message stands on, over the page. */
export interface Surface {
  readonly element: Element;
  /** Closes it by Escape, which nobody else is to hear. */
  hear(event: KeyboardEvent): unknown;
  /** Gives it the message's own height, in CSS pixels. */
  fit(height: number): void;
  /** Shows what was laid out unseen. */
  show(title: string): void;
  /** Whether nothing hides most of it. */
  isSeen(): boolean;
  close(by: CloseAction | undefined): void;
}

/** The code of Escape; of one that gives up what is composed, such as Japanese, it is another. */
const ESCAPE = 27;

// What is important here is so for the page's own style too. Its transparent edges are seen where colours are forced.
const STYLE = `
:host{all:initial!important;position:fixed!important;inset:0!important;z-index:9999999999!important;pointer-events:none!important;color-scheme:light dark!important}
dialog{all:unset;box-sizing:border-box;position:absolute;pointer-events:auto;inset:var(--top) var(--right) var(--bottom) var(--left);
display:flex;flex-direction:column;width:min(100% - var(--left) - var(--right),var(--most,100%));height:fit-content;
max-height:calc(100% - var(--top) - var(--bottom));outline:2px solid #0000}
dialog:not([open]){visibility:hidden}
iframe{border:0;width:100%;height:clamp(1px,var(--height,1px),20000px);min-height:0;color-scheme:normal;border-radius:inherit}
button{all:unset;position:absolute;top:0;inset-inline:auto 0;z-index:1;width:2.2em;height:2.2em;
display:grid;place-items:center;cursor:pointer;font:1.25em/1 system-ui;color:#fff}
button.start{inset-inline:0 auto}
button:before{content:'';position:absolute;inset:.3em;z-index:-1;border-radius:50%;background:#000c;outline:2px solid #0000}
button:hover:before{background:#000}
button:focus-visible:before{outline:3px solid #fff;box-shadow:0 0 0 6px #000}
p{position:absolute;opacity:0}
@media print{:host{display:none!important}}
@media(prefers-reduced-motion:no-preference){.moves[open],.moves[open]::backdrop{animation:come .25s ease-out}}@keyframes come{from{opacity:0;translate:0 var(--from)}}`;

/** Where a surface stands, as CSS. Sides that the message leaves open are as near as is handsome. */
function layoutOf({ position, isModal, insets, backdrop }: Appearance): string {
  // Left or right.
  const isCorner = position.endsWith('t');
  const isCenter = position === 'Center';
  const isWide = insets.left && insets.right && insets.left !== '0%';
  const least = isCorner || isCenter ? '1em' : '0px';
  const most = isCorner ? '22.5em' : isCenter && !isWide ? '30em' : '';
  const edges = SIDES.map(
    (side) =>
      `--${side}:calc(max(env(safe-area-inset-${side},0px),${insets[side] ?? '0px'},${least}) + var(--cover-${side},0px));`,
  );
  const margins = SIDES.map((side) => (RegExp(side, 'i').test(position) ? 0 : 'auto'));
  return `dialog{${edges.join('')}--from:${position.startsWith('Top') ? '-' : ''}1em;margin:${margins.join(' ')};\
${most && `--most:${most};border-radius:.75em;`}${isModal ? 'position:fixed' : 'box-shadow:0 .25em 1.5em #0006'}}\
${position === 'Full' ? 'dialog{height:100%}iframe{flex:1}' : ''}dialog::backdrop{background:${backdrop}}`;
}

/** Lays a message out, unseen until it is shown. */
export function createSurface(options: SurfaceOptions): Surface {
  const { appearance, frame, css = '', onClose } = options;
  const host = document.createElement(HOST);
  const root = host.attachShadow({ mode: 'open' });
  const texts = textsOf(options.texts);
  const dialog = dialogOf(options, texts.close);
  const { isModal } = appearance;
  pageBody().append(host);
  const stops = [
    onKeyboard((covered) => dialog.style.setProperty('--cover-bottom', `${covered}px`)),
    onRemoved(host, onClose),
  ];
  let before: HTMLElement | null = null;

  root.adoptedStyleSheets = [STYLE, layoutOf(appearance), css].map((text) => sheetFor(host, text));
  root.append(dialog);
  if (!isModal) {
    // Over all that the page has, where the browser knows how; at once, since WebKit leaves later where it was laid out.
    host.popover = 'manual';
    (host as Partial<HTMLElement>).showPopover?.();
  }

  return {
    element: dialog,
    hear: (event) => event.target === host && isEscape(event) && onClose('escape'),
    fit: (tall) => dialog.style.setProperty('--height', `${tall}px`),
    show(given) {
      const title = given || texts.message;
      frame.title = title;
      dialog.setAttribute('aria-label', title);
      before = focused();
      if (isModal) {
        stops.push(lockScroll());
        dialog.showModal();
        frame.focus();
      } else {
        // Not `show`, which would take the focus from the page.
        dialog.open = true;
        root.append(announcementOf(title));
      }
    },
    isSeen() {
      const { x, y, width, height } = dialog.getBoundingClientRect();
      // From one corner to the other, as shares of its size.
      const found = [0.1, 0.5, 0.9].filter(
        (share) => document.elementFromPoint(x + width * share, y + height * share) === host,
      );
      return found.length > 1;
    },
    close(by) {
      // All else waits for a modal one, also where the page takes it away, and the focus with it.
      const hadFocus = isModal || document.activeElement === host;
      stops.forEach((stop) => stop());
      dialog.close();
      host.remove();
      if (hadFocus) before?.focus({ preventScroll: true });
      // The page is not to hear how the key goes up either.
      if (by === 'escape') addEventListener('keyup', isEscape, { capture: true, once: true });
    },
  };
}

/** Whether a key is Escape, which is then heard by nobody else. */
function isEscape(event: KeyboardEvent): boolean {
  // eslint-disable-next-line typescript/no-deprecated -- Safari says in no other way that a key is part of what is composed.
  if (event.keyCode !== ESCAPE) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  return true;
}

/** The message with its button, and all the ways to close it but Escape. */
function dialogOf({ appearance, frame, closeButton = 'end', onClose }: SurfaceOptions, close: string) {
  const dialog = document.createElement('dialog');
  if (appearance.isAnimated) dialog.className = 'moves';
  dialog.append(frame);
  if (closeButton !== 'none') dialog.append(buttonOf(close, closeButton, () => onClose('button')));
  let pressed: unknown;
  on(dialog, 'pointerdown', ({ target }) => (pressed = target));
  // Text that is marked out to beyond the edge ends as a click beside it, too.
  on(dialog, 'click', ({ target }) => target === dialog && pressed === dialog && onClose('backdrop'));
  // Also by the gesture that goes back.
  on(dialog, 'cancel', (event) => {
    event.preventDefault();
    onClose('escape');
  });
  return dialog;
}

/** Tells how much of the page's foot an on-screen keyboard covers, in CSS pixels; returns the function that stops it. */
function onKeyboard(listener: (covered: number) => void): () => void {
  const { visualViewport: seen } = window;
  // Zooming in shrinks what is seen too, and covers nothing.
  const look = () =>
    seen && listener(seen.scale > 1 ? 0 : Math.max(innerHeight - seen.height - seen.offsetTop, 0));
  look();
  return seen ? on(seen, 'resize', look) : look;
}

/**
 * Calls `listener` when the page takes the element away, by itself or with all that it stands in, also to put it elsewhere,
 * where a frame is empty and nothing is modal; returns the function that stops it.
 */
function onRemoved(element: Element, listener: () => void): () => void {
  // A range collapses as its node is taken out, and does not follow it to where it is put.
  const place = document.createRange();
  place.selectNode(element);
  const observer = new MutationObserver(() => place.collapsed && listener());
  observer.observe(document, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function buttonOf(label: string, side: CloseButton, onClick: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), {
    ...{ className: side, part: 'close', textContent: '✕', onclick: onClick },
  });
  button.setAttribute('aria-label', label);
  return button;
}

/** What a screen reader says of a message that leaves the focus where it is. */
function announcementOf(title: string): HTMLElement {
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  // Only a change is said.
  setTimeout(() => (line.textContent = title), 100);
  return line;
}
