import type { Channel } from '../../admin/channels.js';
import { channelsOf } from '../content.js';
import { operation, type Operation } from '../operation.js';
import type { Service } from '../service.js';

/** The ways by which messages of one purpose reach users. */
export const channels = (service: Service): Operation[] => [
  operation('GET /api/channels', { keys: ['server', 'readOnly'] }, () => ({
    channels: [...channelsOf(service).values()] satisfies Channel[],
  })),
];
