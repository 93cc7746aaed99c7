import { pageBody } from '../../browser/page.js';
import { sheetFor } from '../../browser/style-sheet.js';

/** The words of a preview. */
export interface PreviewTexts {
  /** Says that nobody is told. Default: `Preview: nobody is told`. */
  preview: string;
  /** The button that shows the message again. Default: `Show again`. */
  previewAgain: string;
}

/** What says that a page shows a preview. */
export interface Badge {
  /** Brings it above what is on the page by now. */
  raise(): void;
  remove(): void;
}

const STYLE = `
:host { all: initial; position: fixed; inset: auto 0 max(1em, env(safe-area-inset-bottom)); margin: 0 auto; inline-size: fit-content;
  max-inline-size: calc(100% - 2em); box-sizing: border-box; display: flex; flex-wrap: wrap; align-items: center; gap: .25em .75em; padding: .25em .25em .25em 1em;
  border: 1px solid #fff; border-radius: 1.5em; background: #1f2328; color: #fff; font: medium/1.4 system-ui, sans-serif; z-index: 2147483647 }
button { all: unset; cursor: pointer; min-block-size: 2.75em; padding-inline: 1em; border-radius: 1.375em; font-weight: 600; text-decoration: underline }
button:hover { background: #fff3 }
button:focus-visible { outline: 3px solid #fff; outline-offset: -4px }
@media print { :host { display: none } }
`;

/** Puts on the page what says that it shows a preview, with a button that shows it again. */
export function placeBadge(texts: Partial<PreviewTexts> | undefined, onAgain: () => void): Badge {
  const { preview = 'Preview: nobody is told', previewAgain = 'Show again' } = { ...texts };
  const host = document.createElement('tidings-preview');
  const root = host.attachShadow({ mode: 'open' });
  const button = document.createElement('button');
  button.setAttribute('part', 'again');
  button.textContent = previewAgain;
  button.onclick = onAgain;
  host.setAttribute('role', 'status');
  host.popover = 'manual';
  root.adoptedStyleSheets = [sheetFor(host, STYLE)];
  const words = document.createElement('span');
  words.textContent = preview;
  words.setAttribute('part', 'words');
  root.append(words, button);
  pageBody().append(host);

  return {
    raise() {
      // What was shown last stands above all others. Browsers without it go by the style alone.
      (host as Partial<HTMLElement>).hidePopover?.();
      (host as Partial<HTMLElement>).showPopover?.();
    },
    remove: () => host.remove(),
  };
}
