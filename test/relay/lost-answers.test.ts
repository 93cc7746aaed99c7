import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/emulator/app.js';
import type { RelayOutcome } from '../../src/relay/index.js';
import { createRelay, toNode } from '../../src/relay/index.js';
import { ada, event, listening, relayOptions, site, visitor, type TestLine } from './support/site.js';

/** How often a page tells something at most: a test that fails is to end. */
const TURNS = 50;

/** Tells lines as a page does: again, until each has come to its end. */
async function deliver(pages: readonly ReturnType<typeof visitor>[], lines: readonly TestLine[]) {
  let left = [...lines];
  const ends: RelayOutcome[] = [];
  for (let turn = 0; left.length && turn < TURNS; turn += 1) {
    const page = pages[turn % pages.length] as ReturnType<typeof visitor>;
    const outcomes = await page.tell(...left).catch(() => left.map((): RelayOutcome => ({ is: 'again' })));
    ends.push(...outcomes.filter(({ is }) => is !== 'again'));
    left = left.filter((_, index) => outcomes[index]?.is === 'again');
  }
  return ends;
}

describe('an answer that gets lost', () => {
  it.each<Fault['kind']>(['drop', 'lose', 'malformed', 'html', 'half'])(
    'between the relay and the service loses no event, and doubles none: %s',
    async (kind) => {
      const { emulator, visitor } = await site({ random: () => 0.001 });
      emulator.faults.add({ kind, times: 3 });
      const lines = Array.from({ length: 20 }, () => event());

      const ends = await deliver([visitor(ada)], lines);

      expect(ends).toEqual(lines.map(() => ({ is: 'delivered' })));
      const ids = emulator.inspect.events('customEvent').map(({ id }) => id);
      expect(ids.sort()).toEqual(lines.map(([, body]) => (body as { id: string }).id).sort());
    },
  );

  it('between the page and the relay loses no event, and doubles none', async () => {
    const found = await site();
    let requests = 0;
    // Every other answer is lost, after the relay has done its work.
    const url = await listening((request, response) => {
      requests += 1;
      const isLost = requests % 2 === 1;
      toNode(createRelay(relayOptions(found)))(
        request,
        isLost ? Object.assign(response, { end: () => response.destroy() }) : response,
      );
    });
    const page = visitor(`${url}/tidings`, ada);
    const lines = Array.from({ length: 20 }, () => event());

    const ends = await deliver([page], lines);

    expect(requests).toBe(2);
    expect(ends).toHaveLength(20);
    expect(found.emulator.inspect.events('customEvent')).toHaveLength(20);
  });
});

describe('two relays side by side', () => {
  it('take from one page by turns, know its receipts, and lose and double nothing', async () => {
    const first = await site({ random: () => 0.001 });
    const url = await listening(toNode(createRelay({ ...relayOptions(first), random: () => 0.001 })));
    const page = first.visitor(ada);
    await page.tell(event());
    page.logout();
    const there = visitor(`${url}/tidings`);
    for (const pair of page.jar) there.jar.set(...pair);
    for (const kind of ['lose', 'drop', 'lose'] as const) first.emulator.faults.add({ kind, times: 4 });
    first.emulator.faults.add({ kind: 'status', status: 503, times: 3 });
    const lines = Array.from({ length: 60 }, () => event());

    const ends = await deliver([there, page], lines);

    expect(ends).toEqual(lines.map(() => ({ is: 'delivered' })));
    expect(first.emulator.inspect.events('customEvent')).toHaveLength(61);
  });

  it('share nothing: one goes on when the other is gone', async () => {
    const found = await site();
    const gone = visitor('http://127.0.0.1:1/tidings', ada);
    const lines = Array.from({ length: 10 }, () => event());

    const ends = await deliver([gone, found.visitor(ada)], lines);

    expect(ends).toHaveLength(10);
    expect(found.emulator.inspect.events('customEvent')).toHaveLength(10);
  });
});
