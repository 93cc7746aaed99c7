import { nudge, onNudged } from '../browser/tab-nudge.js';
import type { Table } from '../browser/store.js';
import { createEmitter } from '../lib/emitter.js';
import type { Host } from './host.js';
import { laneOf } from '../identity/user.js';

/** What the device keeps of one user for a feature: the same on every page and in every tab, and nobody else's. */
export interface KeptForUser<Value> {
  /** What is known of the current user. */
  readonly value: Value;
  /** Gets what the device keeps. */
  recall(): Promise<void>;
  /**
   * Keeps what `work` gives, each property apart from the others; `get` reads one as the device has it now. Gives
   * whether they are still the current user.
   */
  change(work: Work<Value>): Promise<boolean>;
  /** Calls `listener` when something has changed, here or in another tab; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Stops hearing of other tabs. */
  close(): void;
}

/** Reads a property as the device has it. */
export type Reader<Value> = <Key extends keyof Value & string>(key: Key) => Promise<Value[Key]>;

type Work<Value> = (get: Reader<Value>) => Promise<Partial<Value>>;

/**
 * Keeps for the current user what begins as `nothing`, and drops what is another's; but not the properties named in
 * `shared`, which say nothing of anyone and are the device's.
 */
export function keepForUser<Value extends object>(
  host: Host,
  feature: string,
  nothing: () => Value,
  shared: readonly string[] = [],
): KeptForUser<Value> {
  const { on, emit } = createEmitter<{ change: undefined }>();
  const bell = `${host.name} ${feature}`;
  let owner = '';
  let known = nothing();
  const value = () => (owner === ownerOf(host) ? known : nothing());

  /** Reads and keeps for the user who is current when it begins. */
  async function transact(work: Work<Value>, isKept: boolean) {
    const user = ownerOf(host);
    const change = await host.store(async (table) => {
      const owned = ownedIn(table, feature, (property) => (shared.includes(property) ? '' : user));
      const given = await work(async (key) => (await owned.get(key)) ?? nothing()[key]);
      if (isKept) Object.entries(given).forEach(([key, value]) => owned.put(key, value));
      return given;
    });
    if (user !== ownerOf(host)) return false;
    known = { ...value(), ...change };
    owner = user;
    emit('change', undefined);
    return true;
  }
  async function recall() {
    await transact((get) => readAll(nothing(), get), false);
  }

  return {
    get value() {
      return value();
    },
    recall,
    async change(work) {
      const isTheirs = await transact(work, host.user !== undefined);
      if (host.user) nudge(bell);
      return isTheirs;
    },
    onChange: (listener) => on('change', listener),
    close: onNudged(bell, () => void recall().catch(host.report)),
  };
}

/** One user's entries of a feature; another's are dropped where they are met. */
function ownedIn(table: Table<unknown>, feature: string, whose: (property: string) => string) {
  const keyOf = (property: string) => `${feature} ${property}`;
  return {
    async get<Found>(property: string): Promise<Found | undefined> {
      const entry = (await table.get(keyOf(property))) as { user: string; value: Found } | undefined;
      if (entry?.user === whose(property)) return entry.value;
      if (entry) table.delete(keyOf(property));
      return undefined;
    },
    put: (property: string, value: unknown) => table.put(keyOf(property), { user: whose(property), value }),
  };
}

async function readAll<Value extends object>(nothing: Value, get: Reader<Value>): Promise<Value> {
  const keys = Object.keys(nothing) as (keyof Value & string)[];
  const entries = await Promise.all(keys.map(async (key) => [key, await get(key)] as const));
  return Object.fromEntries(entries) as Value;
}

/** Names the user that things belong to. */
export function ownerOf({ user }: Host): string {
  return laneOf(user);
}
