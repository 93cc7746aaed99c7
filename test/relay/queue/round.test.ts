import { describe, expect, it } from 'vitest';
import type { RelayOutcome } from '../../../src/relay/outcome.js';
import type { Batch } from '../../../src/relay/queue/batch.js';
import { roundOf } from '../../../src/relay/queue/round.js';
import { cart, event, purchase } from './support/calls.js';

const DAY = 86_400_000;
const options = { now: () => DAY, random: () => 0.5, most: 10, giveUpAfter: DAY };
const batch = (...calls: Batch['calls']): Batch => ({ at: DAY - 1_000, calls });
const delivered: RelayOutcome = { is: 'delivered' };
const again = (after?: number): RelayOutcome => ({ is: 'again', ...(after !== undefined && { after }) });

describe('a round', () => {
  it('tells all that waits', () => {
    const { told, due } = roundOf([batch(cart('ada', 1), event('bob', 1)), batch(cart('ada', 2))], options);

    expect(told).toEqual([cart('ada', 1), event('bob', 1), cart('ada', 2)]);
    expect(due).toBe(Infinity);
  });

  it('tells nothing that is put off, nor what stands behind it in the same line', () => {
    const putOff = { ...batch(cart('ada', 1)), due: DAY + 5_000, tries: 1 };
    const behind = batch(purchase('ada', 2), event('ada', 2), cart('bob', 2));

    const round = roundOf([putOff, behind], options);

    expect(round.told).toEqual([event('ada', 2), cart('bob', 2)]);
    expect(round.due).toBe(DAY + 5_000);
    expect(round.settlement([delivered, delivered])).toEqual({
      ...{ taken: 2, delivered: 2, refused: [], done: [] },
      kept: [putOff, batch(purchase('ada', 2))],
    });
  });

  it('tells so many at most, and nothing of a line before what stands before it', () => {
    const { told } = roundOf([batch(cart('ada', 1), cart('bob', 1), cart('ada', 2))], {
      ...options,
      most: 1,
    });

    expect(told).toEqual([cart('ada', 1)]);
  });

  it.each([
    ['for as long as the service asks', again(60), 60_000],
    ['a while that it chooses where nobody asks', again(), 500],
  ])('puts off what is to be told again %s', (_, outcome, wait) => {
    const { kept } = roundOf([batch(cart('ada', 1))], options).settlement([outcome]);

    expect(kept).toEqual([{ ...batch(cart('ada', 1)), tries: 1, due: DAY + wait, wait }]);
    expect(JSON.stringify(kept[0])).toMatch(/^\{"at":\d+,/);
  });

  it('puts it off for longer each time, half a minute at most, unless something of it got on', () => {
    const later = { ...batch(cart('ada', 1), cart('bob', 1)), tries: 3, due: 0 };
    const last = { ...later, tries: 30 };
    const wait = (from: Batch, outcomes: RelayOutcome[]) =>
      roundOf([from], { ...options, random: () => 1 }).settlement(outcomes).kept[0];

    expect(wait(later, [again(), again()])).toMatchObject({ tries: 4, due: DAY + 8_000 });
    expect(wait(last, [again(), again()])).toMatchObject({ tries: 31, due: DAY + 30_000 });
    expect(wait(later, [delivered, again()])).toMatchObject({ tries: 0, calls: [cart('bob', 1)] });
  });

  it('puts it off no longer where the clock was set back since', () => {
    const [putOff] = roundOf([batch(cart('ada', 1))], options).settlement([again(60)]).kept;
    const at = (time: number) => roundOf([putOff as Batch], { ...options, now: () => time });

    expect(at(DAY + 59_000).told).toEqual([]);
    // Another machine's clock may be behind a little.
    expect(at(DAY - 5_000).told).toEqual([]);
    expect(at(DAY - 3_600_000).told).toEqual([cart('ada', 1)]);
  });

  it('makes dead letters of what is refused, and of what was told in vain for too long', () => {
    const refused: RelayOutcome = { is: 'refused', status: 400, code: 'BadParams', msg: 'No' };
    const old = { at: -1, id: 'known', calls: [event('bob', 1)] };

    const {
      kept,
      refused: letters,
      done,
    } = roundOf([batch(cart('ada', 1)), old], options).settlement([refused, again(1)]);

    expect(kept).toEqual([]);
    expect(done).toEqual(['known']);
    expect(letters.map((text) => JSON.parse(text) as unknown)).toEqual([
      { at: DAY, since: DAY - 1_000, call: cart('ada', 1), status: 400, code: 'BadParams', msg: 'No' },
      {
        ...{ at: DAY, since: -1, call: event('bob', 1), status: 0, code: 'NoAnswer' },
        msg: 'The service did not take it for as long as `giveUpAfter` says',
      },
    ]);
  });
});
