import type { InAppMessage } from '../../api/models/in-app.js';
import { onPageHidden } from '../../browser/page.js';
import type { Inbox } from './inbox.js';
import { createRemoval, type Removal } from './removal.js';

/** What was deleted a moment ago. */
export interface Removals {
  readonly size: number;
  find(messageId: string): Removal | undefined;
  /** These, and where they were, those that can be brought back. */
  among(messages: InAppMessage[]): InAppMessage[];
  remove(message: InAppMessage): void;
  /** Brings back a message; by default, the one that was deleted last. */
  undo(messageId?: string): void;
  /** From now on, nothing can be brought back. */
  settle(): void;
  stop(): void;
}

/** Keeps what is deleted from an inbox for as long as that can be undone; `write` lists what has changed. */
export function createRemovals(inbox: Inbox, write: () => void): Removals {
  const removals = new Map<string, Removal>();
  let before: InAppMessage[] = [];
  const waiting = () => [...removals.values()].filter(({ isBack }) => !isBack);

  function end({ message: { messageId }, end }: Removal, isBack: boolean) {
    // What comes back stays until the inbox has it again.
    if (!isBack) removals.delete(messageId);
    end(isBack);
  }
  function settle() {
    waiting().forEach((removal) => end(removal, false));
  }
  const stop = onPageHidden(() => {
    settle();
    write();
  });

  return {
    get size() {
      return removals.size;
    },
    find: (id) => removals.get(id),
    among(messages) {
      const all = [...messages];
      const at = (id = '') => all.findIndex(({ messageId }) => messageId === id);
      before.forEach(({ messageId }, index) => {
        const removal = removals.get(messageId);
        if (removal && at(messageId) < 0)
          all.splice(at(before[index - 1]?.messageId) + 1, 0, removal.message);
      });
      return (before = all);
    },
    remove(message) {
      const { messageId } = message;
      if (removals.has(messageId)) return;
      const removal = createRemoval(message, () => {
        end(removal, false);
        write();
      });
      function forget() {
        removals.delete(messageId);
        write();
      }
      removals.set(messageId, removal);
      // What fails here is told by the client.
      void inbox.remove(messageId, removal.isUndone).then(forget, forget);
      write();
    },
    undo(messageId) {
      const removal = waiting().findLast(
        ({ message }) => message.messageId === (messageId ?? message.messageId),
      );
      if (removal) end(removal, true);
      write();
    },
    settle,
    stop() {
      stop();
      settle();
    },
  };
}
