import type { EmbeddedMessage } from '../../api/models/embedded.js';
import { make } from './make.js';
import { createRow, forgetOwn, shownOf, type Row, type RowOptions } from './message-row.js';
import type { PlacementElement } from '../elements/placement.js';
import { sheetFor } from '../../browser/style-sheet.js';
import { STYLE } from './style.js';

/** The messages that an element lists. */
export interface MessageList {
  /** Lists these. */
  write(messages: EmbeddedMessage[]): void;
  close(): void;
}

/** What lays messages out. */
export interface Layout {
  /** Makes the list of an element, in its root. */
  list(root: ShadowRoot, element: PlacementElement): MessageList;
}

/** Makes the list of an element, in its root. */
export function createList(root: ShadowRoot, element: PlacementElement, options: RowOptions): MessageList {
  const rows = new Map<string, Row>();
  const list = make('ul', 'list');
  list.setAttribute('role', 'list'); // Which Safari takes from a list without bullets.
  root.adoptedStyleSheets.push(sheetFor(element, STYLE));
  root.prepend(list);
  forgetOwn(element);

  /** A message that has not changed keeps its row, and with it the focus and what is counted. */
  function rowOf(message: EmbeddedMessage): Row {
    const { messageId } = message.metadata;
    const before = rows.get(messageId);
    if (before?.text === shownOf(message)) return before;
    if (before) remove(messageId, before);
    const row = createRow(message, element, options);
    rows.set(messageId, row);
    return row;
  }

  function remove(id: string, row: Row) {
    row.remove();
    rows.delete(id);
  }

  return {
    write(messages) {
      const ids = new Set(messages.map(({ metadata }) => metadata.messageId));
      for (const [id, row] of rows) if (!ids.has(id)) remove(id, row);
      messages.forEach((message, index) => {
        const { item } = rowOf(message);
        const there = list.children[index];
        if (there !== item) list.insertBefore(item, there ?? null);
      });
      list.hidden = !messages.length;
    },
    close: () => rows.forEach((row) => row.remove()),
  };
}
