import type { Operation } from '../calling/operation.js';
import type { Open } from '../../api/models/open-word.js';

/** Channels: the ways by which messages of one purpose reach users. */
export const channels = (operation: Operation) => ({
  /** Lists the project's channels. */
  list: operation<void, { channels: Channel[] }>('GET /api/channels', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
});

/** A channel that users subscribe to and unsubscribe from. */
export interface Channel {
  id: number;
  name: string;
  channelType: Open<'Marketing' | 'Transactional'>;
  messageMedium: Open<'Email' | 'Push' | 'SMS'>;
}
