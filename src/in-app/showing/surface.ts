import { sheetFor } from '../../browser/style-sheet.js';
import type { Appearance } from './appearance.js';
import type { CloseAction } from '../message-events.js';
import type { Texts } from '../texts.js';

/** How the button that closes looks: in which corner, or not at all. */
export type CloseButton = 'end' | 'start' | 'none';

/** What a surface is made of. */
export interface SurfaceOptions {
  appearance: Appearance;
  frame: HTMLIFrameElement;
  texts: Texts;
  /** Default: `end`. */
  closeButton?: CloseButton | undefined;
  /** Style of your own for the button and the box. */
  css?: string | undefined;
  onClose: (by: CloseAction) => void;
}

/** What a message stands on, over the page. */
export interface Surface {
  /** Gives it the message's own height, in CSS pixels. */
  fit(height: number): void;
  /** Shows what was laid out unseen. */
  show(title: string | undefined): void;
  close(): void;
}

const STYLE = `
:host { all: initial; color-scheme: light dark }
dialog { all: unset; box-sizing: border-box; position: fixed; z-index: 2147483647; display: block }
dialog:not([open]) { visibility: hidden; pointer-events: none }
iframe { display: block; border: 0; inline-size: 100%; block-size: var(--height, 1px); color-scheme: normal; border-radius: inherit }
button { all: unset; position: absolute; inset-block-start: 0; inset-inline-end: 0; z-index: 1; inline-size: 2.75rem;
  block-size: 2.75rem; display: grid; place-items: center; cursor: pointer; font: 1.25rem/1 system-ui, sans-serif; color: #fff }
button.start { inset-inline: 0 auto }
button::before { content: ''; position: absolute; inset: .375rem; z-index: -1; border-radius: 50%; background: #000c }
button:hover::before { background: #000 }
button:focus-visible::before { outline: 3px solid #fff; box-shadow: 0 0 0 6px #000 }
p { position: absolute; inline-size: 1px; block-size: 1px; overflow: clip; clip-path: inset(50%) }
@media (prefers-reduced-motion: no-preference) {
  .moves[open] { animation: come .25s ease-out }
  .moves[open]::backdrop { animation: fade .25s }
}
@keyframes come { from { opacity: 0; translate: 0 var(--from) } }
@keyframes fade { from { opacity: 0 } }
`;

/** Where a surface stands, as CSS. Sides that the message leaves open are as near as is handsome. */
function layoutOf({ position, isModal, insets, backdrop }: Appearance): string {
  const isCorner = /(Left|Right)$/.test(position);
  const least = isCorner || position === 'Center' ? '1rem' : '0px';
  const isWide = insets.left !== undefined && insets.right !== undefined && insets.left !== '0vw';
  const edge = (side: 'top' | 'right' | 'bottom' | 'left') =>
    `max(env(safe-area-inset-${side}, 0px), ${insets[side] ?? '0px'}, ${least})`;
  const top = edge('top');
  const right = edge('right');
  const left = edge('left');
  const bottom = `calc(${edge('bottom')} + var(--keyboard, 0px))`;
  const room = `calc(100dvh - ${top} - ${bottom})`;
  const width = `calc(100vw - ${left} - ${right})`;
  const most = isCorner ? '22.5rem' : position === 'Center' && !isWide ? '30rem' : '100vw';
  const isFull = position === 'Full';
  const at = {
    top: position.startsWith('Bottom') ? 'auto' : top,
    right: position.endsWith('Left') ? 'auto' : right,
    bottom: position.startsWith('Top') ? 'auto' : bottom,
    left: position.endsWith('Right') ? 'auto' : left,
  };
  return `
dialog { inset: ${at.top} ${at.right} ${at.bottom} ${at.left}; inline-size: min(${width}, ${most}); --from: ${position.startsWith('Top') ? '-1rem' : '1rem'};
  ${isModal ? 'margin: auto;' : 'margin-inline: auto; box-shadow: 0 .25rem 1.5rem #0006;'}
  block-size: ${isFull ? room : 'fit-content'}; border-radius: ${isFull || most === '100vw' ? '0' : '.75rem'} }
iframe { max-block-size: ${room}; ${isFull ? 'block-size: 100%' : ''} }
dialog::backdrop { background: ${backdrop} }`;
}

/** Lays a message out, unseen until it is shown. */
export function createSurface(options: SurfaceOptions): Surface {
  const { appearance, frame, texts, css = '' } = options;
  const host = document.createElement('tidings-message');
  const root = host.attachShadow({ mode: 'open' });
  const dialog = dialogOf(options);
  const height = sheetFor(host);
  const keyboard = sheetFor(host);
  const before = focused();
  const stops = [
    onKeyboard((covered) => keyboard.replaceSync(`:host { --keyboard: ${covered}px }`)),
    onRemoved(host, () => options.onClose('api')),
  ];

  root.adoptedStyleSheets = [
    ...[STYLE, layoutOf(appearance), css].map((one) => sheetFor(host, one)),
    height,
    keyboard,
  ];
  root.append(dialog);
  document.body.append(host);

  return {
    fit: (tall) => height.replaceSync(`:host { --height: ${Math.min(Math.max(tall, 1), 20_000)}px }`),
    show(title = texts.message) {
      frame.title = title;
      dialog.setAttribute('aria-label', title);
      if (appearance.isModal) {
        dialog.showModal();
        frame.focus();
      } else {
        // Not `show`, which would take the focus from the page.
        dialog.setAttribute('open', '');
        root.append(announcementOf(title));
      }
    },
    close() {
      const hadFocus = document.activeElement === host;
      stops.forEach((stop) => stop());
      dialog.close();
      host.remove();
      if (hadFocus) before?.focus({ preventScroll: true });
    },
  };
}

/** The message with its button, and all the ways to close it. */
function dialogOf({ appearance, frame, texts, closeButton = 'end', onClose }: SurfaceOptions) {
  const dialog = document.createElement('dialog');
  dialog.className = appearance.isAnimated ? 'moves' : '';
  dialog.append(frame);
  if (closeButton !== 'none') dialog.append(buttonOf(texts.close, closeButton, () => onClose('button')));
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onClose('escape');
  });
  dialog.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose('escape'));
  dialog.addEventListener('click', ({ target }) => target === dialog && onClose('backdrop'));
  return dialog;
}

/** What has the focus, also in a shadow tree. */
function focused(root: DocumentOrShadowRoot = document): HTMLElement | null {
  const { activeElement: found } = root;
  return found?.shadowRoot
    ? (focused(found.shadowRoot) ?? (found as HTMLElement))
    : (found as HTMLElement | null);
}

/** Tells how much of the page's foot an on-screen keyboard covers, in CSS pixels; returns the function that stops it. */
function onKeyboard(listener: (covered: number) => void): () => void {
  const { visualViewport: seen } = window;
  // Zooming in shrinks what is seen too, and covers nothing.
  const look = () =>
    seen && listener(seen.scale > 1 ? 0 : Math.max(innerHeight - seen.height - seen.offsetTop, 0));
  seen?.addEventListener('resize', look);
  look();
  return () => seen?.removeEventListener('resize', look);
}

/** Calls `listener` when the page takes the element away, by itself or with its whole body; returns the function that stops it. */
function onRemoved(element: Element, listener: () => void): () => void {
  const observer = new MutationObserver(() => element.isConnected || listener());
  for (const parent of [document.documentElement, document.body])
    observer.observe(parent, { childList: true });
  return () => observer.disconnect();
}

function buttonOf(label: string, side: CloseButton, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = side;
  button.setAttribute('part', 'close');
  button.setAttribute('aria-label', label);
  button.textContent = '✕';
  button.addEventListener('click', onClick);
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
