import { keptElement, placedElements } from '../../browser/placed-elements.js';
import type { InboxSource } from './inbox-source.js';

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
export const inboxElement = /* @__PURE__ */ keptElement(
  () => Promise.all([import('./message-list.js'), import('./inbox-controls.js')]),
  ([{ listIn }, { createControls }], element, source: InboxSource) =>
    listIn(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), source, createControls),
);

/** Lists an inbox in each `<tidings-inbox>` of the page, also in those to come. Gives the function that empties them. */
export const fillInboxes = /* @__PURE__ */ placedElements(inboxElement, 'tidings-inbox');
