import type { Page } from './engine.js';

/** What a test can do with the time of a page whose HTML has {@link pageClock}. */
export interface PageClock {
  /** From now on time stands still, and no timer goes off, but for what {@link advance} lets pass. */
  stop(): void;
  /** From now on time runs again, on from where it stood. */
  start(): void;
  /**
   * Lets time pass at once: each timer that becomes due goes off at its time, in order. Where time runs, storage and
   * network answer before that, as they would have in that time; where it stands still, they may be what stands still.
   */
  advance(milliseconds: number): Promise<void>;
  /** Lets time pass in which the page does nothing, as one that stands still: what becomes due goes off afterwards. */
  sleep(milliseconds: number): void;
}

declare global {
  interface Window {
    clock: PageClock;
  }
}

/**
 * HTML that gives a page a clock of its own, as `clock`: for `Date.now`, `performance.now` and timers. It runs as any
 * clock does until it is stopped, and can be advanced, so that no test waits for time to pass.
 */
export const pageClock = `<script>(${String(installClock)})()</script>`;

/**
 * HTML that puts the clock of a page ahead from its start where its address is `?later`: what pages before it have sent
 * is not theirs any more. A page that is advanced instead gives up a device that has not had the time to answer.
 */
export const laterClock = `<script>
  if (location.search === '?later') {
    const { now } = Date;
    Date.now = () => now.call(Date) + 10_000;
  }
</script>`;

/** Lets time pass in a page that has {@link pageClock}. */
export async function advance(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((time: number) => clock.advance(time), milliseconds);
}

/** Lets time stand still in a page that has {@link pageClock}. */
export async function stopTime(page: Page): Promise<void> {
  await page.evaluate(() => clock.stop());
}

/** Lets time stand still in several such pages, at the same moment in all. */
export async function stopTimeTogether(pages: readonly Page[]): Promise<void> {
  const moments = await Promise.all(
    pages.map((page) =>
      page.evaluate(() => {
        clock.stop();
        return Date.now();
      }),
    ),
  );
  const latest = Math.max(...moments);
  await Promise.all(pages.map((page, index) => advance(page, latest - (moments[index] as number))));
}

/** The page's own name, for functions that run in it. */
declare const clock: PageClock;

/** It runs in the page, so it uses nothing from outside. */
function installClock(): void {
  interface Timer {
    at: number;
    run: () => void;
  }
  const device = { now: Date.now, setTimeout: window.setTimeout.bind(window) };
  const origin = device.now() - performance.now();
  const timers = new Map<number, Timer>();
  let ids = 1_000_000;
  let ahead = 0;
  let stoppedAt: number | undefined;

  const now = () => stoppedAt ?? device.now() + ahead;
  const turn = () => new Promise((resolve) => device.setTimeout(resolve, 0));
  /** What was asked of storage and network and has not been answered. */
  const asked = new Set<object>();
  // A page that comes back from the browser's cache may never get the answer.
  addEventListener('pageshow', ({ persisted }) => persisted && asked.clear());

  function awaitAnswer(target: EventTarget, answers: string[]) {
    asked.add(target);
    for (const answer of answers) target.addEventListener(answer, () => asked.delete(target), { once: true });
  }

  /** Waits until nothing is asked of them, nor by what their last answers have set off. */
  async function rest() {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await turn();
      if (asked.size && stoppedAt === undefined) quiet = -1;
    }
  }

  function goOff(id: number) {
    const timer = timers.get(id);
    if (!timer) return;
    if (timer.at > now()) {
      // A timer may go off a moment before the device's clock says so, and what stands still waits to be advanced.
      if (stoppedAt === undefined) device.setTimeout(() => goOff(id), timer.at - now());
      return;
    }
    timers.delete(id);
    timer.run();
  }

  function start(id: number, delay: number, run: () => void): number {
    timers.set(id, { at: now() + delay, run });
    device.setTimeout(() => goOff(id), delay);
    return id;
  }

  function setTime(time: number) {
    if (stoppedAt === undefined) ahead = Math.max(ahead, time - device.now());
    else stoppedAt = Math.max(stoppedAt, time);
  }

  Date.now = () => Math.floor(now());
  performance.now = () => now() - origin;
  window.clearTimeout = (id) => void timers.delete(Number(id));
  window.clearInterval = window.clearTimeout;
  window.setTimeout = ((run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) =>
    start((ids += 1), delay, () => run(...given))) as typeof window.setTimeout;
  window.setInterval = ((run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
    ids += 1;
    const id = ids;
    const again = () => {
      start(id, Math.max(delay, 1), again);
      run(...given);
    };
    return start(id, delay, again);
  }) as typeof window.setInterval;

  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...named) {
    const request = open.apply(this, named);
    awaitAnswer(request, ['success', 'error']);
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...wanted) {
    const begun = transaction.apply(this, wanted);
    awaitAnswer(begun, ['complete', 'abort']);
    return begun;
  };
  const { fetch } = window;
  window.fetch = (...request) => {
    const call = fetch(...request);
    asked.add(call);
    return call.finally(() => asked.delete(call));
  };

  window.clock = {
    stop: () => void (stoppedAt = now()),
    start() {
      ahead = now() - device.now();
      stoppedAt = undefined;
      for (const [id, { at }] of timers) device.setTimeout(() => goOff(id), at - now());
    },
    sleep: (milliseconds) => setTime(now() + milliseconds),
    async advance(milliseconds) {
      const end = now() + milliseconds;
      for (;;) {
        await rest(); // What a timer has set off may start another.
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        setTime(due[1].at);
        goOff(due[0]);
      }
      setTime(end);
      await rest();
    },
  };
}
