import type { DataFields } from '../../api/models/data-fields.js';

/** Something that happened to a person, as it stands in exports and in `inspect`. */
export interface EventRecord {
  id: string;
  /** What kind of event: the name under which it is exported, such as `inAppClick`. */
  type: string;
  personId: number;
  email?: string;
  userId?: string;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** What else is known of it, such as `eventName` or `campaignId`. */
  fields: DataFields;
}
