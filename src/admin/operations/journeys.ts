import type { DataFields } from '../../api/models/data-fields.js';
import type { Operation } from '../calling/operation.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { Open } from '../../api/models/open-word.js';
import type { UserRef } from '../../api/models/user.js';
import type { PageLinks, PageQuery } from './page.js';
import { byNumber } from '../calling/paged.js';
import { mustSay } from '../calling/said-answer.js';

/** Journeys: the steps users go through after something happened. */
export const journeys = (operation: Operation) => ({
  /** Lists journeys, page by page. */
  list: byNumber(operation<JourneyQuery | void, Journeys>('GET /api/journeys'), {
    rows: 'journeys',
    total: 'totalJourneysCount',
    size: 50,
  }),
  /** Starts a journey for a user, or for the users of a list. */
  trigger: operation<JourneyTrigger, Envelope>('POST /api/workflows/triggerWorkflow', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
});

/** Which journeys to list; 10 a page unless told, at most 50. */
export interface JourneyQuery extends PageQuery {
  /** The field to sort by, with `-` before it from the highest to the lowest. Default: `id`. */
  sort?: string;
  /** Only archived journeys. */
  state?: 'Archived'[];
}

/** One page of journeys. */
export interface Journeys extends PageLinks {
  journeys: Journey[];
  totalJourneysCount: number;
}

/** A journey that users are led through. */
export interface Journey {
  id?: number;
  name?: string;
  description?: string;
  /** In milliseconds since the epoch. */
  createdAt?: number;
  /** In milliseconds since the epoch. */
  updatedAt?: number;
  creatorUserId?: string;
  /** Whether users can enter it. */
  enabled?: boolean;
  isArchived?: boolean;
  journeyType?: Open<'published' | 'draft'>;
  /** How often a user can enter it, ever. */
  lifetimeLimit?: number;
  /** How often a user can be in it at the same time. */
  simultaneousLimit?: number;
  /** The step with which it starts. */
  startTileId?: number;
  /** The events that let a user enter it. */
  triggerEventNames?: string[];
  /** Changes to it that are not published. */
  draft?: JourneyDraft;
}

/** The draft of a journey. */
export interface JourneyDraft {
  id: number;
  name: string;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  creatorUserId: string;
}

/** A journey to start, for one user or for the users of a list. */
export type JourneyTrigger = {
  /** The journey. */
  workflowId: number;
  /** For the journey's messages to merge. */
  dataFields?: DataFields;
} & ((UserRef & { listId?: never }) | { listId: number; email?: never; userId?: never });
