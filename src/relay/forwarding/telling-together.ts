import { createBisectingSend } from '../../admin/bulk/bisecting-send.js';
import type { Entry } from '../../admin/bulk/entries.js';
import { createGathering } from './gathering.js';
import type { Way } from './in-order.js';
import { isTooLate, tooLate, type Line } from './line.js';
import { outcomeOfCause } from './outcome-of.js';
import type { Service } from './service.js';
import { BYTES, type Gathered } from './waiting-lines.js';
import type { TogetherWay } from './ways.js';

/** Whom it needs to tell lines together. */
interface TellingParts {
  service: Service;
  /** Hears what went wrong with a call of many. */
  hear: (error: unknown) => void;
}

/** How long the attempts at one call may take, in milliseconds; its lines may have less time left. */
const BUDGET = 7_500;

/** Makes the function that tells lines of one kind together, and each line what became of it. */
export function createTellingTogether(way: TogetherWay, { service, hear }: TellingParts): Way {
  const many = service.asServer(way.route);
  const one = way.alone && service.asServer(way.alone);

  async function send(batch: Gathered[], depart: () => number): Promise<void> {
    const end = new AbortController();
    const how = { signal: end.signal, retry: { budget: BUDGET } };
    let timer: ReturnType<typeof setTimeout> | undefined;

    function onWaited(): void {
      const until = depart();
      if (timer && isTooLate({ until }, service.now)) throw tooLate();
      timer ??= setTimeout(() => end.abort(tooLate()), Math.max(0, until - service.now()));
    }
    const sendEntries = createBisectingSend<object>({
      isCounted: true,
      // Those in a row may be one page's, and what stands behind them another's.
      isMixed: true,
      send(entries) {
        if (timer && one && entries.length === 1)
          return one(entries[0]?.sent as object, { ...how, onWaited });
        const body = {};
        return many(body, {
          ...how,
          // Each has an id, or says the same thing twice.
          safeToRepeat: true,
          onWaited() {
            onWaited();
            // Only now it is known what goes along.
            const items = entries.map(({ sent }) => sent);
            Object.assign(body, way.bodyOf(items, batch[0]?.policy));
          },
        });
      },
      onSent: (entry) => lineOf(entry).tell({ is: 'delivered' }),
      onFailed: (entry, cause) => lineOf(entry).tell(outcomeOfCause(cause)),
    });
    try {
      await sendEntries(batch);
    } catch (error) {
      hear(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  const gather = createGathering({ send, isOrdered: way.isOrdered, now: service.now });
  function begin(line: Line): void {
    const { body } = line.call;
    const sent = way.itemOf(body);
    // As it is written, which may be longer than it was read.
    const { length } = new TextEncoder().encode(JSON.stringify(sent));
    if (length < BYTES) {
      gather({ ...{ index: 0, item: sent, sent, line }, ...about(line, length), policy: way.policyOf(body) });
      return;
    }
    line.tell({ is: 'refused', status: 413, code: 'BatchTooLarge', msg: 'It is too large' });
    line.end();
  }
  return { begin, keepsOrder: true };
}

const about = ({ subject }: Line, length: number) => ({ subject, bytes: length + 1 });

/** Whose outcome it is that a batch tells of. */
function lineOf(entry: Entry<object>): Line {
  return (entry as Gathered).line;
}
