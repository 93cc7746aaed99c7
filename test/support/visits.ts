import { IDBFactory, IDBKeyRange, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator/app.js';
// What clients load later is there at once, so that no journey waits for a disk.
import '../../src/speaking.js';
import '../../src/telling/telling.js';
import {
  createClient,
  type Client,
  type DirectOptions,
  type OwnOptions,
  type Told,
} from '../../src/index.js';

/** How a page speaks to the service itself. */
export type Options = OwnOptions & DirectOptions;

export const ada = { email: 'ada@example.com' };
export const bob = { userId: 'bob' };
export const mug = { id: 'A1', name: 'Mug', price: 12, quantity: 1 };

/** No network. */
export const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const never = new Promise<never>(() => {});
/** A network that swallows what it is given. */
export const silent = () => never;

/** Lets no copy of the library know of another: a page that is opened anew, or another tab, has one of its own. */
const forgetCopies = () => Reflect.deleteProperty(globalThis, Symbol.for('tidings.clients'));

/** A device that has never been on this site. */
export function newDevice() {
  forgetCopies();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  localStorage.clear();
  onTestFinished(async () => {
    // What a client has begun ends on this device.
    await calm();
    vi.unstubAllGlobals();
  });
}

/** A service, a new device, and visits to a page on it that speaks to the service. */
export function startVisits(options: EmulatorOptions = {}) {
  newDevice();
  const emulator = createEmulator(options);
  const service: Emulator = {
    ...emulator,
    fetch: (...request) => counted(emulator.fetch(...request)),
    signToken: (...given) => counted(emulator.signToken(...given)),
  };
  const line: { fetch: typeof globalThis.fetch } = { fetch: service.fetch };
  const ofPage: Options = {
    apiKey: service.keys.web,
    baseUrl: 'http://service',
    fetch: (...request) => line.fetch(...request),
    getToken: (user) => service.signToken(user),
  };
  let current: Client | undefined;

  /** Leaves the page, and opens it again. */
  function visit(own: Partial<Options> = {}): Client {
    current?.close();
    return (current = closedLater(createClient({ ...ofPage, ...own })));
  }

  /** Opens the page in a tab of its own, with its own copy of the library; the other tabs stay open. */
  async function openTab(own: Partial<Options> = {}): Promise<Client> {
    vi.resetModules();
    forgetCopies();
    await Promise.all([import('../../src/speaking.js'), import('../../src/telling/telling.js')]);
    const library = await import('../../src/index.js');
    return closedLater(library.createClient({ ...ofPage, ...own }));
  }

  return {
    service,
    /** What the page speaks to. */
    line,
    visit,
    openTab,
    /** The names of the custom events that the service holds. */
    arrived: () => service.inspect.events('customEvent').map(({ fields }) => fields['eventName']),
    /** What was sent, to one route or to all. */
    sent: (route = '') => service.inspect.requests.filter((request) => request.route.endsWith(route)),
  };
}

function closedLater(client: Client): Client {
  onTestFinished(() => client.close());
  return client;
}

/** All that a client tells from now on. */
export function listen(client: Client): { [Name in keyof Told]: Told[Name][] } {
  const told = { delivered: [], dropped: [], error: [], user: [], consent: [] } as Record<string, unknown[]>;
  for (const [name, list] of Object.entries(told)) client.on(name as keyof Told, (what) => list.push(what));
  return told as ReturnType<typeof listen>;
}

/** Every value on the device, by where it is; nothing of what only this page knows. */
export async function onDevice(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = Object.fromEntries(Object.entries(localStorage));
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answerOf(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const entries = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([answerOf(entries.getAllKeys()), answerOf(entries.getAll())]);
      keys.forEach((key, index) => void (found[JSON.stringify(key)] = values[index]));
    }
    database.close();
  }
  return found;
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('IndexedDB refused', { cause: request.error }));
  });
}

// Those of the machine, also while the page's are a test's to set.
const { setImmediate: immediately, setTimeout: later } = globalThis;
Object.assign(globalThis, { setImmediate: countedImmediate });
let deadlines = new Map<number, { at: number; run: () => void }>();

/** How many calls to the service are on their way. */
let calls = 0;
/** How many steps the device has still to take. */
let steps = 0;

function counted<Result>(call: Promise<Result>): Promise<Result> {
  calls += 1;
  return call.finally(() => (calls -= 1));
}

/** The device takes one step after another by this. */
function countedImmediate(run: (...given: unknown[]) => void, ...given: unknown[]) {
  steps += 1;
  return immediately(() => {
    steps -= 1;
    run(...given);
  });
}

/** Waits until all that has been started, such as transactions, calls and loading, has ended, however long that takes. */
export async function calm() {
  // Whatever begins or ends sets or clears a deadline.
  let seen: string;
  do {
    seen = [...deadlines.keys()].join();
    await vi.dynamicImportSettled();
    await stillness();
  } while ([...deadlines.keys()].join() !== seen);
}

/** Waits until no call and no step of the device has been on its way for a while. */
async function stillness() {
  // A transaction that hangs takes steps for good.
  for (let still = 0, turns = 0; still < 12; turns++) {
    await new Promise<void>((resolve) => void (calls ? later(resolve, 1) : immediately(resolve)));
    still = calls || (steps && turns < 2_000) ? 0 : still + 1;
  }
}

/** Makes chance come out the same each time: by default, pauses are as long as they may be. */
export function setChance(chance = 0.999_999): void {
  const random = vi.spyOn(Math, 'random').mockReturnValue(chance);
  onTestFinished(() => random.mockRestore());
}

/** Takes the page's time over, so that a test says how it passes. */
export function takeTime() {
  const timers = new Map<number, { at: number; run: () => void }>();
  deadlines = timers;
  let last = 0;
  vi.useFakeTimers({ toFake: ['Date'] });
  const { setTimeout, clearTimeout } = globalThis;
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(globalThis, { setTimeout, clearTimeout });
    deadlines = new Map();
  });
  Object.assign(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
      timers.set(++last, { at: Date.now() + Math.max(1, Math.ceil(delay)), run: () => run(...given) });
      return last;
    },
    clearTimeout: (timer: number) => void timers.delete(timer),
  });

  /** The timer that is due first. */
  const next = () => [...timers].sort(([, a], [, b]) => a.at - b.at)[0];

  /** Lets time pass to a timer, and what it starts end. */
  async function ring([id, { at, run }]: NonNullable<ReturnType<typeof next>>) {
    timers.delete(id);
    if (at > Date.now()) vi.setSystemTime(at);
    run();
    await calm();
  }

  return {
    /** Lets time pass; what each timer starts has the time to end before the next. */
    async pass(milliseconds: number) {
      const end = Date.now() + milliseconds;
      await calm();
      for (let timer = next(); timer && timer[1].at <= end; timer = next()) {
        await ring(timer);
      }
      vi.setSystemTime(end);
    },
    /** Lets as much time pass as it takes until something is done, and gives what came of it. */
    async during<Result>(work: Promise<Result>): Promise<Result> {
      const end = { isThere: false };
      const done = () => void (end.isThere = true);
      work.then(done, done);
      await calm();
      for (let timer = next(); timer && !end.isThere; timer = next()) await ring(timer);
      return work;
    },
    /** Ends all pages that are open, as a crash does: nothing of theirs runs any more. */
    crash: () => timers.clear(),
    /** Sets the clock, while the device sleeps or because its owner does; no timer runs meanwhile. */
    jump: (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds),
  };
}

/** Hides or shows the page. */
export function become(state: DocumentVisibilityState) {
  const spy = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  onTestFinished(() => spy.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Another tab has written something. */
export const hear = () => dispatchEvent(new StorageEvent('storage'));

export const leave = () => dispatchEvent(new Event('pagehide'));

/**
 * Leaves the page once, as soon as the device is asked to keep an entry whose key begins like that. A page that ends
 * never hears that it is kept.
 */
export function leaveOnKeeping(start: string, { ends }: { ends: boolean }) {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const { commit } = IDBTransaction.prototype;
  const spy = vi.spyOn(IDBTransaction.prototype, 'commit');
  const stop = () => [put, spy].forEach((one) => one.mockRestore());
  onTestFinished(stop);
  spy.mockImplementation(function (this: IDBTransaction) {
    commit.call(this);
    if (!put.mock.calls.some(([, key]) => (key as string).startsWith(start))) return;
    stop();
    if (ends) this.oncomplete = null;
    leave();
  });
}
