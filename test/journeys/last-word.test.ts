// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  ada,
  become,
  bob,
  calm,
  hear,
  leave,
  mug,
  offline,
  startVisits,
  takeTime,
} from '../support/visits.js';

/** What `localStorage` holds, as a killed browser finds it again where that is all that reached the disk. */
const onDisk = () => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>;
function findAgain(disk: Record<string, string>) {
  localStorage.clear();
  for (const [key, text] of Object.entries(disk)) localStorage.setItem(key, text);
}

/** Lets the device open its database for the next page no sooner than it is told to. */
function holdDevice() {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const open = indexedDB.open.bind(indexedDB);
  const spy = vi.spyOn(indexedDB, 'open').mockImplementationOnce((name, version) => {
    const request = open(name, version);
    const late = Object.create(request, {
      onsuccess: { writable: true, value: null },
      result: { get: () => request.result as unknown },
    }) as IDBOpenDBRequest;
    request.onsuccess = (event) => void held.then(() => void late.onsuccess?.(event));
    return late;
  });
  onTestFinished(() => spy.mockRestore());
  return goOn;
}

describe('a refusal', () => {
  it.each([
    ['the page is shown again', () => ['hidden' as const, 'visible' as const].forEach(become)],
    ['another tab tells of it', hear],
  ])('stays where the site clears its `localStorage`, and %s', async (_, happen) => {
    const { visit, arrived } = startVisits();
    const client = visit();
    await client.consent('denied');

    localStorage.clear();
    happen();
    await client.identify(ada);
    await client.track('a');
    await client.flush();

    expect(client.consent()).toBe('denied');
    expect(arrived()).toEqual([]);
  });

  it('stays on the next page after that, also where it is left at once', async () => {
    const { visit, arrived } = startVisits();
    await visit().consent('denied');
    localStorage.clear();

    const client = visit();
    void client.identify(ada);
    void client.track('a');
    leave();
    await calm();

    expect(arrived()).toEqual([]);
  });

  it('erases nothing that was recorded after it was taken back, by a browser that was killed since', async () => {
    const { visit, arrived, line, service } = startVisits();
    line.fetch = offline;
    const client = visit();
    await client.consent('denied');
    const disk = onDisk();
    await client.consent('granted');
    await client.identify(ada);
    await client.track('a');
    client.close();
    findAgain(disk);

    const next = visit();
    await calm();
    line.fetch = service.fetch;
    await next.flush();

    expect(next.user).toEqual(ada);
    expect(arrived()).toEqual(['a']);
  });

  it('erases what was recorded before, and nothing that is after it is taken back in the same task', async () => {
    const client = startVisits().visit({ fetch: offline });
    await client.identify(ada);
    await client.track('before');

    void client.consent('denied');
    void client.consent('granted');
    await client.track('a');
    await calm();

    expect(await client.stats()).toMatchObject({ waiting: 1 });
  });

  it('erases nothing of another tab that was heard later, when its page comes back', async () => {
    const { visit, openTab } = startVisits();
    const here = visit({ fetch: offline });
    await here.identify(ada);
    void here.consent('denied');
    leave();
    const there = await openTab({ fetch: offline });
    await there.consent('granted');
    await there.identify(bob);
    await there.track('a');

    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await calm();

    expect(await there.stats()).toMatchObject({ waiting: 1 });
  });

  it('is no consent once the question is open again', async () => {
    const { visit } = startVisits();
    const client = visit();
    await client.consent('denied');

    await client.consent('pending');

    expect(visit().consent()).toBe('pending');
  });
});

describe('what waits for consent', () => {
  it('goes before what is recorded in the task that gives it', async () => {
    const { visit, sent } = startVisits();
    const client = visit({ consent: 'pending' });
    await client.identify(ada);
    await client.updateCart([mug]);

    void client.consent('granted');
    await client.purchase({ items: [mug], total: 12 });
    await client.flush();

    expect(sent().map(({ route }) => route.split('/').at(-1))).toEqual(['updateCart', 'trackPurchase']);
  });

  it.each([
    [true, ['before']],
    [false, []],
  ])('is adopted, %s, by who is identified in the task that gives it', async (adopt, expected) => {
    const { visit, arrived } = startVisits();
    const client = visit({ consent: 'pending' });
    await client.track('before');

    void client.identify(ada, { adopt });
    await client.consent('granted');
    await client.flush();

    expect(arrived()).toEqual(expected);
  });

  it('is not lost where consent is taken back as it is given', async () => {
    const client = startVisits().visit({ consent: 'pending', fetch: offline });
    await client.track('a');

    void client.consent('granted');
    await Promise.resolve();
    void client.consent('pending');
    await client.track('b');
    await client.consent('granted');

    expect(await client.stats()).toMatchObject({ waiting: 2 });
  });
});

describe('who the visitor is', () => {
  it('is not who an older word names that is heard late', async () => {
    const { jump } = takeTime();
    const { visit, openTab } = startVisits();
    const [here, there] = [visit(), await openTab()];
    await calm();

    await there.identify(ada);
    jump(5);
    const identified = here.identify(bob, { adopt: false });
    hear();
    await identified;

    expect(here.user).toEqual(bob);
  });

  it('is who was named last, also where a clock was ahead when another was named', async () => {
    const { jump } = takeTime();
    const { visit } = startVisits();
    const client = visit();
    jump(86_400_000);
    await client.identify(ada);
    jump(-86_400_000);
    localStorage.clear();
    hear();

    await client.identify(bob);
    const next = visit();
    await next.stats();

    expect(next.user).toEqual(bob);
  });

  it('is theirs by whom a page says it is, whatever a killed browser had kept', async () => {
    const { visit, service } = startVisits();
    const client = visit();
    await client.identify(ada);
    const disk = onDisk();
    await client.identify(bob);
    client.close();
    findAgain(disk);

    const next = visit();
    void next.identify(ada);
    void next.track('a');
    await next.reset();
    await next.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([ada]);
  });

  it('is who the page itself has said, whoever another tab says before the device was asked', async () => {
    const { jump } = takeTime();
    const { visit, openTab, service } = startVisits();
    const there = await openTab();
    await there.stats();
    const goOn = holdDevice();
    const here = visit();
    void here.identify(ada);
    jump(5);
    await there.identify(bob);
    jump(5);

    void here.track('a');
    goOn();
    await calm();
    await here.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([ada]);
  });

  it('is nobody for a page that was left before it heard so from the device', async () => {
    const { jump } = takeTime();
    const { visit, service } = startVisits();
    const client = visit();
    await client.identify(ada);
    const disk = onDisk();
    await client.reset();
    client.close();
    findAgain(disk);
    jump(10_000);

    const left = visit();
    void left.track('a');
    leave();
    await calm();
    left.close();
    const next = visit();
    await next.flush();

    expect(next.user).toBeUndefined();
    expect(service.inspect.events('customEvent')).toEqual([]);
    expect(await next.stats()).toMatchObject({ waiting: 1 });
  });

  it.each([
    ['goes on', () => undefined],
    ['is left at once', leave],
  ])('is who is named after what a killed browser forgot, where the page %s', async (_, happen) => {
    const { jump } = takeTime();
    const { visit, service } = startVisits();
    const client = visit();
    await client.identify(ada);
    const disk = onDisk();
    await client.reset();
    client.close();
    findAgain(disk);
    jump(10_000);

    const next = visit();
    void next.track('a');
    void next.identify(bob);
    happen();
    await calm();
    next.close();
    await visit().flush();

    expect(service.inspect.events('customEvent')).toMatchObject([bob]);
  });
});
