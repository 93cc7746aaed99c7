import type { DataFields } from '../api/data-fields.js';
import type { NewEvent } from '../api/event.js';
import type { UserRef } from '../api/user.js';

/** What the service knows of one person. */
export type Profile = UserRef & { dataFields: DataFields };

/** All that the service holds. */
export interface State {
  /** The events taken, oldest first. */
  events: NewEvent[];
  /** Profiles by email or user id. */
  profiles: Map<string, Profile>;
}

export function createState(): State {
  return { events: [], profiles: new Map() };
}

/** The profile of a user, made when there is none. */
export function profileOf({ profiles }: State, user: UserRef): Profile {
  const key = JSON.stringify([user.email, user.userId]);
  const profile = profiles.get(key) ?? { ...user, dataFields: {} };
  profiles.set(key, profile);
  return profile;
}
