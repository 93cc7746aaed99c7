import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone, sendTime } from '../../../src/emulator/campaigns/send-times.js';

const MINUTE = 60_000;
const at = (text: string) => Date.parse(`${text}Z`);

/** What the clocks of a zone show, read in another way than the service reads it. */
const shown = (timeZone: string, moment: number) =>
  new Date(moment).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

const zones = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(...zones);
/** Half of them near a day on which many zones set their clocks. */
const moment = fc.oneof(
  fc.integer({ min: at('2020-01-01T00:00:00') / 1000, max: at('2037-12-31T00:00:00') / 1000 }),
  fc
    .tuple(
      fc.constantFrom('2024-03-10', '2024-03-31', '2024-04-07', '2024-10-06', '2024-10-27', '2024-11-03'),
      fc.integer({ min: -26 * 3_600, max: 26 * 3_600 }),
    )
    .map(([day, seconds]) => at(`${day}T00:00:00`) / 1000 + seconds),
);
const start = fc.record({ startTimeZone: zone, timeZone: zone, seconds: moment });

/** The send times of a blast that is due at a moment, and one that was due before it. */
function times({
  startTimeZone,
  timeZone,
  seconds,
}: {
  startTimeZone: string;
  timeZone: string;
  seconds: number;
}) {
  const due = seconds * 1000;
  return {
    due,
    planned: sendTime({ sendAt: due, now: due - 86_400_000, startTimeZone }, timeZone),
    late: sendTime({ sendAt: due - 86_400_000, now: due, startTimeZone }, timeZone),
  };
}

const isWest = (timeZone: string, startTimeZone: string, moment: number) =>
  shown(timeZone, moment) < shown(startTimeZone, moment);

describe('the send times of a blast in the recipients’ zones (create rule 4)', () => {
  it.each([
    ['America/New_York', '2024-06-03T13:00:00', 'the start'],
    ['America/Chicago', '2024-06-03T14:00:00', 'a zone west of it'],
    ['America/Los_Angeles', '2024-06-03T16:00:00', 'one further west'],
    ['Pacific/Pago_Pago', '2024-06-03T20:00:00', 'the last of all'],
    ['Europe/Berlin', '2024-06-03T13:00:00', 'a zone east of it'],
    ['Pacific/Kiritimati', '2024-06-03T13:00:00', 'one a calendar day ahead'],
  ])('9 o’clock in New York reaches %s at %s: %s', (timeZone, expected) => {
    const blast = { sendAt: at('2024-06-03T13:00:00'), now: 0, startTimeZone: 'America/New_York' };
    expect(new Date(sendTime(blast, timeZone))).toEqual(new Date(at(expected)));
  });

  it.each([
    // 01:40 in St John’s; in Halifax it is 01:10, and was 01:40 half an hour ago, before the clocks were set back.
    ['2024-11-03T05:10:00', 'America/St_Johns', 'America/Halifax', '2024-11-03T05:40:00'],
    // 03:00 in Caracas; in Los Angeles the clocks are put forward on the way there.
    ['2024-03-10T07:00:00', 'America/Caracas', 'America/Los_Angeles', '2024-03-10T10:00:00'],
    // 02:30 in Caracas; in New York the clocks leap from 02:00 to 03:00.
    ['2024-03-10T06:30:00', 'America/Caracas', 'America/New_York', '2024-03-10T07:30:00'],
  ])('heed clocks that are set on the way: %s in %s, for %s', (sendAt, startTimeZone, timeZone, expected) => {
    const blast = { sendAt: at(sendAt), now: 0, startTimeZone };
    expect(new Date(sendTime(blast, timeZone))).toEqual(new Date(at(expected)));
  });

  it('never come before the start, in any zone', () => {
    fc.assert(
      fc.property(start, (blast) => {
        const { due, planned } = times(blast);
        expect(planned).toBeGreaterThanOrEqual(due);
        expect(planned).toBeLessThanOrEqual(due + 27 * 3_600_000);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are the start’s own in its zone and everywhere east of it', () => {
    fc.assert(
      fc.property(start, (blast) => {
        const { due, planned } = times(blast);
        fc.pre(!isWest(blast.timeZone, blast.startTimeZone, due));
        expect(planned).toBe(due);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are at the same local time west of the start, unless the clocks leap over it', () => {
    fc.assert(
      fc.property(start, (blast) => {
        const { due, planned } = times(blast);
        fc.pre(isWest(blast.timeZone, blast.startTimeZone, due));
        const wanted = shown(blast.startTimeZone, due);
        const there = (moment: number) => shown(blast.timeZone, moment);
        if (there(planned) === wanted) return;
        const leap = Array.from({ length: 27 * 60 }, (_, minute) => due + minute * MINUTE).find(
          (moment) => there(moment) < wanted && there(moment + MINUTE) > wanted,
        );
        expect(leap).toBeDefined();
        expect(there(planned) > wanted).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are the first such moment after the start', () => {
    fc.assert(
      fc.property(start, ({ seconds, ...zones }) => {
        const { due, planned } = times({ ...zones, seconds });
        const wanted = shown(zones.startTimeZone, due);
        for (let moment = due; moment < planned; moment += 15 * MINUTE) {
          if (moment > due) expect(shown(zones.timeZone, moment)).not.toBe(wanted);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('count from now when the time to send has passed', () => {
    fc.assert(
      fc.property(start, (blast) => {
        const { planned, late } = times(blast);
        expect(late).toBe(planned);
      }),
      { numRuns: 300 },
    );
  });
});

describe('isTimeZone', () => {
  it('knows every zone of this device', () => {
    expect(zones.filter((name) => !isTimeZone(name))).toEqual([]);
  });

  it.each(['Mars/Base', '+02:00', '', 7, undefined])('does not take %j for one', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
