import type { DataFields } from '../../api/models/data-fields.js';

/** Someone the service knows. */
export interface Person extends Names {
  id: number;
  /** In milliseconds since the epoch. */
  createdAt: number;
  dataFields: DataFields;
  devices: PersonDevice[];
  browserTokens: string[];
  unsubscribedChannelIds: number[];
  unsubscribedMessageTypeIds: number[];
  subscribedMessageTypeIds: number[];
  /** Tokens issued before this time are refused; in milliseconds since the epoch. */
  tokensFrom?: number;
}

/** What someone goes by. Carts, purchases and batches may give both names; every other call gives one. */
export interface Names {
  email?: string;
  userId?: string;
}

/** A device of a person, for push messages. */
export interface PersonDevice {
  token: string;
  applicationName: string;
  platform: string;
  isEnabled: boolean;
  dataFields: DataFields;
}
