import type { InboxTexts, Texts } from '../texts.js';

/** The words of the inbox, in English where a page gives none. */
export function inboxTexts(own: Texts): Texts & InboxTexts {
  return {
    ...{
      inbox: 'Messages',
      loading: 'Loading messages …',
      empty: 'No messages',
      unread: 'New',
      all: 'All',
      onlyUnread: 'Unread',
    },
    ...{ readAll: 'Mark all as read', markRead: 'Mark as read', markUnread: 'Mark as unread' },
    ...{ remove: 'Delete', removed: 'Deleted', undo: 'Undo', more: 'Show more' },
    ...own,
  };
}
