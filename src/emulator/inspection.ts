import type { UserRef } from '../api/models/user.js';
import type { Attempt, Attempts } from './answering/attempts.js';
import { findPerson, peopleOf } from './people/people.js';
import type { Person } from './people/person.js';
import { eventsOf } from './events/event-store.js';
import type { EventRecord } from './events/event-record.js';
import type { Service } from './state/service.js';
import { waitFor, type Truthy, type WaitOptions } from './wait-for.js';

/** What the service holds. Look, and do not touch. */
export interface Inspection {
  /** Every attempt to call the service, oldest first: those that were refused, and those that met a fault. */
  readonly requests: readonly Attempt[];
  /** Everyone it knows. */
  readonly people: readonly Person[];
  /** Someone it knows. */
  person(user: UserRef): Person | undefined;
  /** All that happened, in the order it was recorded; of one type, such as `customEvent`, if you name it. */
  events(type?: string): EventRecord[];
  /** The rows of a table by its name, such as `campaigns`. */
  rows(table: string): unknown[];
  /**
   * Waits until `predicate` gives something, and gives that; does meanwhile what falls due. What it throws, such as a
   * failed expectation, counts as not yet. Rejects when the time is over, with the last of that as the cause.
   *
   * @example
   * ```ts
   * const order = await emulator.inspect.waitFor(({ events }) => events('purchase')[0]);
   * ```
   */
  waitFor<Found>(
    predicate: (inspect: Inspection) => Found | Promise<Found>,
    options?: WaitOptions,
  ): Promise<Truthy<Found>>;
}

/** A view of what a service holds by now. */
export function inspectionOf(service: Service, attempts: Attempts): Inspection {
  const inspect: Inspection = {
    requests: attempts.all,
    get people() {
      return [...peopleOf(service).values()];
    },
    person: (user) => findPerson(service, user),
    events: (type) => [...eventsOf(service).values()].filter((event) => !type || event.type === type),
    rows: (table) => [...service.tables.table(table).values()],
    waitFor(predicate, options) {
      const look = () => {
        service.clock.catchUp();
        return predicate(inspect);
      };
      return waitFor(look, attempts.all, options);
    },
  };
  return inspect;
}
