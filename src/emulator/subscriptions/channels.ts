import type { Channel } from '../../admin/operations/channels.js';
import { channelsOf } from '../state/subscribable.js';
import { operation, type Operation } from '../operation/operation.js';
import type { Service } from '../state/service.js';

/** The ways by which messages of one purpose reach users. */
export const channels = (service: Service): Operation[] => [
  operation('GET /api/channels', { keys: ['server', 'readOnly'] }, () => ({
    channels: [...channelsOf(service).values()] satisfies Channel[],
  })),
];
