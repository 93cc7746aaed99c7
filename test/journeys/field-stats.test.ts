// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startStats, type FieldStats } from '../../src/index.js';
import { ada, become, listen, newDevice, offline, startVisits, takeTime } from '../support/visits.js';

const HALF_AN_HOUR = 30 * 60_000;

/** A page of a known visitor that tells figures, and what it has told. */
async function setup(onStats: (stats: FieldStats) => unknown = () => {}) {
  const time = takeTime();
  const visits = startVisits();
  const client = visits.visit();
  const heard = listen(client);
  await client.identify(ada);
  const told: FieldStats[] = [];
  const telling = startStats(client, {
    onStats(stats) {
      const answer = onStats(stats);
      if (answer !== false) told.push(stats);
      return answer;
    },
  });
  onTestFinished(() => telling.close());
  /** Records, delivers and counts. */
  async function deliver(...names: string[]) {
    for (const name of names) await client.track(name);
    await time.during(client.flush());
    await time.pass(2_000);
  }
  function hide() {
    become('hidden');
    become('visible');
    return told.splice(0);
  }
  return { ...visits, ...time, client, heard, telling, deliver, hide };
}

describe('figures of the field', () => {
  it('tell what was dropped by a reason that every object has', async () => {
    const code = 'constructor';
    const { deliver, hide, line } = await setup();
    line.fetch = async () => Response.json({ code, msg: 'no' }, { status: 400 });
    await deliver('a', 'b');

    expect(hide().map(({ dropped }) => Object.entries(dropped))).toEqual([[[code, 2]]]);
  });

  it('are what has come of events, once the page is hidden', async () => {
    const { deliver, hide } = await setup();
    await deliver('a', 'b', 'c');

    const [stats, ...more] = hide();

    expect(more).toEqual([]);
    expect(stats).toEqual({
      ...{ id: expect.stringMatching(/^[\da-f-]{36}$/) as string, since: 0 },
      ...{ recorded: 3, delivered: 3, deliveredInBackground: 0, uncertain: 0, waiting: 0, dropped: {} },
      delay: { median: expect.any(Number) as number, p95: expect.any(Number) as number },
    });
  });

  it('are told once in half an hour, and then what has come since, under another name', async () => {
    const { deliver, hide, jump } = await setup();
    await deliver('a');
    const [first] = hide();
    await deliver('b', 'c');
    expect(hide()).toEqual([]);

    jump(HALF_AN_HOUR);
    const [second] = hide();

    expect(second).toMatchObject({ recorded: 2, delivered: 2 });
    expect(second?.id).not.toBe(first?.id);
    expect(second?.since).toBeGreaterThan(0);
    jump(HALF_AN_HOUR);
    expect(hide()).toEqual([]);
  });

  it('hold what still waits, and what was dropped by reason', async () => {
    const { client, line, pass, deliver, hide, jump } = await setup();
    const { fetch } = line;
    line.fetch = async (input, init) =>
      (await new Request(input, init).text()).includes('wrong')
        ? Response.json({ code: 'BadParams', msg: 'no' }, { status: 400 })
        : fetch(input, init);
    await deliver('wrong', 'right');
    line.fetch = offline;
    await client.track('later');
    await pass(2_000);

    const [stats] = hide();

    expect(stats).toMatchObject({ recorded: 3, delivered: 1, waiting: 1, dropped: { BadParams: 1 } });
    line.fetch = fetch;
    jump(HALF_AN_HOUR);
    await deliver();
    expect(hide()[0]).toMatchObject({ recorded: 0, delivered: 1, waiting: 0, dropped: {} });
  });

  it('say how long it took, over the pages of the time they tell of', async () => {
    const { client, line, visit, jump, pass, during, deliver, hide } = await setup();
    await deliver('a');
    hide();
    const { fetch } = line;
    line.fetch = offline;
    await client.track('b');
    await pass(2_000);
    jump(HALF_AN_HOUR);
    line.fetch = fetch;
    client.close();
    const next = visit();
    const told: FieldStats[] = [];
    startStats(next, { onStats: (stats) => void told.push(stats) });
    await during(next.flush());
    await pass(2_000);

    become('hidden');

    expect(told[0]?.delay?.median).toBeGreaterThanOrEqual(HALF_AN_HOUR);
  });

  it('are told with the next where they could not be sent, or the device has no network', async () => {
    let isSent = false;
    const { deliver, hide } = await setup(() => isSent);
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => isOnline.mockRestore());
    isSent = true;
    await deliver('a');
    expect(hide()).toEqual([]);
    isOnline.mockReturnValue(true);
    isSent = false;
    expect(hide()).toEqual([]);
    isSent = true;

    expect(hide()).toMatchObject([{ since: 0, recorded: 1, delivered: 1 }]);
  });

  it('are none of what another tab has told already, whatever this one knows of it', async () => {
    const { deliver, hide, jump } = await setup();
    await deliver('a');
    hide();
    const [key = ''] = Object.keys(localStorage).filter((key) => key.endsWith(' stats'));
    const note = JSON.parse(localStorage.getItem(key) ?? '') as { told: { dropped: object } };
    note.told.dropped = { BadParams: 1 };
    localStorage.setItem(key, JSON.stringify(note));
    jump(HALF_AN_HOUR);

    await deliver('b');

    expect(hide()).toEqual([]);
  });

  it('are none that were counted before another tab told', async () => {
    const { client, line, pass, deliver, hide, jump } = await setup();
    await deliver('a');
    hide();
    jump(HALF_AN_HOUR);
    line.fetch = offline;
    await client.track('b');
    await pass(2_000);
    const [key = ''] = Object.keys(localStorage).filter((key) => key.endsWith(' stats'));
    const note = JSON.parse(localStorage.getItem(key) ?? '') as object;
    jump(1_000);
    localStorage.setItem(key, JSON.stringify({ ...note, at: Date.now() }));
    jump(HALF_AN_HOUR);

    expect(hide()).toEqual([]);
  });

  it('are told again soon after a clock was ahead', async () => {
    const { deliver, hide, jump } = await setup();
    jump(400 * 24 * 2 * HALF_AN_HOUR);
    await deliver('a');
    expect(hide()).toHaveLength(1);
    jump(-400 * 24 * 2 * HALF_AN_HOUR);

    await deliver('b');

    expect(hide()).toMatchObject([{ recorded: 1, delivered: 1 }]);
  });

  it.each([
    ['forgotten', () => localStorage.clear()],
    ['spoiled', (key: string) => localStorage.setItem(key, '{"id":"a","delays":7}')],
  ])(
    'are not told twice where the quick note of them is %s, as by a browser that is killed',
    async (_, lose) => {
      const { client, visit, deliver, hide, jump, pass, during } = await setup();
      await deliver('a', 'b');
      const [first] = hide();
      await pass(2_000);
      lose(
        Object.keys(localStorage).find((key) => key.endsWith(' stats')) ?? expect.fail('There is no note'),
      );
      client.close();
      const next = visit();
      const told: FieldStats[] = [];
      startStats(next, { onStats: (stats) => void told.push(stats) });
      await next.identify(ada);
      await next.track('c');
      await during(next.flush());
      await pass(2_000);
      jump(HALF_AN_HOUR);

      become('hidden');

      expect(told).toMatchObject([{ recorded: 1, delivered: 1 }]);
      expect(told[0]?.since).toBeGreaterThan(0);
      expect(told[0]?.id).not.toBe(first?.id);
    },
  );

  it('begin anew with a device that has lost what it had counted', async () => {
    const { client, visit, deliver, hide, pass, during } = await setup();
    await deliver('a', 'b');
    hide();
    await pass(2_000);
    client.close();
    const quick = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ''] as const);
    newDevice();
    for (const [key, text] of quick) localStorage.setItem(key, text);
    expect(quick.some(([key]) => key.endsWith(' stats'))).toBe(true);
    const next = visit();
    const told: FieldStats[] = [];
    startStats(next, { onStats: (stats) => void told.push(stats) });
    await next.identify(ada);
    await next.track('c');
    await during(next.flush());
    await pass(2_000);

    become('hidden');

    expect(told).toMatchObject([{ since: 0, recorded: 1, delivered: 1 }]);
  });

  it('are none where the device counts from the beginning again, until it has counted more', async () => {
    const { deliver, hide, jump } = await setup();
    await deliver('a', 'b');
    hide();
    const [key = ''] = Object.keys(localStorage).filter((key) => key.endsWith(' stats'));
    const note = JSON.parse(localStorage.getItem(key) ?? '') as { told: object };
    localStorage.setItem(key, JSON.stringify({ ...note, told: { ...note.told, delivered: 4 } }));
    jump(HALF_AN_HOUR);
    await deliver('c');
    expect(hide()).toEqual([]);

    await deliver('d', 'e');

    expect(hide()).toMatchObject([{ recorded: 1, delivered: 1, dropped: {} }]);
  });

  it('are kept to themselves where the visitor does not agree', async () => {
    const { client, deliver, hide } = await setup();
    await deliver('a');
    hide();
    expect(Object.keys(localStorage).filter((key) => key.endsWith(' stats'))).toHaveLength(1);

    await client.consent('denied');

    expect(Object.keys(localStorage).filter((key) => key.endsWith(' stats'))).toEqual([]);
    expect(hide()).toEqual([]);
    await client.consent('granted');
    expect(hide()).toEqual([]);
    await deliver('b');
    expect(hide()).toMatchObject([{ since: 0, recorded: 1, delivered: 0, waiting: 1 }]);
  });

  it('are not told where the device would forget that they were', async () => {
    const { deliver, hide } = await setup();
    await deliver('a');
    const getItem = localStorage.getItem.bind(localStorage);
    vi.stubGlobal('localStorage', {
      getItem,
      setItem() {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    onTestFinished(() => void vi.unstubAllGlobals());

    expect(hide()).toEqual([]);
  });

  it('stop with the last who started them, and what the page does with them breaks nothing', async () => {
    const { heard, telling, deliver, hide, jump } = await setup(() => {
      throw new Error('of the page');
    });
    await deliver('a');
    expect(hide()).toEqual([]);
    expect(heard.error.map(({ message }) => message)).toEqual(['of the page']);

    telling.close();
    jump(HALF_AN_HOUR);
    await deliver('b');
    hide();

    expect(heard.error).toHaveLength(1);
  });

  it('need somebody who gets them', () => {
    const client = startVisits().visit();

    expect(() => startStats(client, {} as never)).toThrow('`onStats` must be a function');
  });
});
