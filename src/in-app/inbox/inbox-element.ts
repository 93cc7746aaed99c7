import { placedElements, type Fillable, type OnPlaced } from '../../browser/placed-elements.js';
import { backoff } from '../../lib/backoff.js';
import type { InboxSource } from './inbox-source.js';

/** Lists an inbox in each `<tidings-inbox>` of the page, also in those to come. Gives the function that empties them. */
export const fillInboxes = /* @__PURE__ */ placedElements('tidings-inbox', inboxElement);

/**
 * Makes the class of `<tidings-inbox filters page-size project>`, once there is a page: a list of the visitor's saved
 * messages, with tabs to choose from them.
 *
 * `filters` says what there is a tab for: `all`, `unread`, and `categories` for each `category` that the `customPayload`
 * of a message names; of a single one there is no tab. `page-size` says how many messages are listed, and how many more
 * each time that the visitor asks for more.
 *
 * A row is deleted by its button or the Delete key; what stands in its place for seven seconds, and for as long as it
 * has the pointer or the focus, brings it back, as Control+Z does in the list. Arrow keys go from row to row.
 *
 * Slots `loading` and `empty` take the place of our words. Parts: `bar`, `tabs`, `tab`, `selected`, `read-all`, `list`,
 * `message`, `unread`, `open`, `icon`, `title`, `subtitle`, `time`, `mark`, `toggle`, `remove`, `removed`, `undo`,
 * `more`, `status`. Properties for its style: `--tidings-font`, `--tidings-color`, `--tidings-background`,
 * `--tidings-line`, `--tidings-accent`.
 *
 * @param onPlaced - Hears when an element comes to the page or leaves it, or is another project's.
 */
export function inboxElement(onPlaced: OnPlaced<InboxSource>): new () => Fillable<InboxSource> {
  return class extends HTMLElement implements Fillable<InboxSource> {
    // What lists messages watches the others itself.
    static readonly observedAttributes = ['project'];
    #stop: (() => void) | undefined;

    connectedCallback() {
      onPlaced(this, this.isConnected);
    }

    disconnectedCallback() {
      onPlaced(this, this.isConnected);
    }

    attributeChangedCallback() {
      onPlaced(this, this.isConnected);
    }

    fill(source: InboxSource | undefined) {
      this.#stop?.();
      this.#stop = source && keepList(this.shadowRoot ?? this.attachShadow({ mode: 'open' }), source);
    }
  };
}

/** Keeps a list like an inbox, once what lays it out is loaded. Gives the function that takes it away. */
function keepList(root: ShadowRoot, source: InboxSource): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  let failures = 0;

  function begin() {
    if (isStopped) return;
    list().catch((error: unknown) => {
      source.report(error);
      failures += 1;
      setTimeout(begin, backoff(failures, Math.random));
    });
  }
  async function list() {
    const [{ listIn }, { createControls }] = await Promise.all([
      import('./message-list.js'),
      import('./inbox-controls.js'),
    ]);
    if (!isStopped) stop = listIn(root, source, createControls);
  }
  begin();

  return () => {
    isStopped = true;
    stop?.();
  };
}
