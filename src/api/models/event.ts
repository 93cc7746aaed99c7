import type { DataFields } from './data-fields.js';
import type { NewFieldsPolicy, UserRef } from './user.js';

/** Something a user did, to be recorded. */
export type NewEvent = UserRef & EventDetails;

/** What happened, and when. */
export interface EventDetails extends NewFieldsPolicy {
  eventName: string;
  /** The same id again updates the event. Default: made by the service. */
  id?: string;
  /** When it happened, in seconds since the epoch. Default: when the service gets it. */
  createdAt?: number;
  dataFields?: DataFields;
  /** The campaign the event is credited to. */
  campaignId?: number;
  /** The template the event is credited to. */
  templateId?: number;
}
