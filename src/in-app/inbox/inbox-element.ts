import { placedElements, type Fillable, type OnPlaced } from '../../browser/placed-elements.js';
import type { InboxSource } from './inbox-source.js';

/** Lists an inbox in each `<tidings-inbox>` of the page, also in those to come. Gives the function that empties them. */
export const fillInboxes = /* @__PURE__ */ placedElements('tidings-inbox', inboxElement);

/**
 * Makes the class of `<tidings-inbox>`, once there is a page: a list of the visitor's saved messages.
 *
 * Slots `loading` and `empty` take the place of our words. Parts: `list`, `message`, `unread`, `open`, `icon`, `title`,
 * `subtitle`, `time`, `mark`, `remove`, `status`. Properties for its style: `--tidings-font`, `--tidings-color`,
 * `--tidings-background`, `--tidings-line`, `--tidings-accent`.
 *
 * @param onPlaced - Hears when an element comes to the page or leaves it.
 */
export function inboxElement(onPlaced: OnPlaced<InboxSource>): new () => Fillable<InboxSource> {
  return class extends HTMLElement implements Fillable<InboxSource> {
    #stop: (() => void) | undefined;

    connectedCallback() {
      onPlaced(this, true);
    }

    disconnectedCallback() {
      onPlaced(this, false);
    }

    fill(source: InboxSource | undefined) {
      this.#stop?.();
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      root.replaceChildren();
      this.#stop = source && keepList(root, source);
    }
  };
}

/** Keeps a list like an inbox: what lays it out is loaded, and until then the page's words stand there. Gives the function that stops it. */
function keepList(root: ShadowRoot, source: InboxSource): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const slot = document.createElement('slot');
  slot.name = 'loading';
  slot.textContent = source.texts.loading;
  root.append(slot);

  async function begin() {
    const { listIn } = await import('./message-list.js');
    if (!isStopped) stop = listIn(root, source);
  }
  begin().catch(source.report);

  return () => {
    isStopped = true;
    stop?.();
  };
}
