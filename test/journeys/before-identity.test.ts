// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { ada, bob, calm, hear, leave, listen, mug, startVisits } from '../support/visits.js';

describe('what a visitor does before they are identified', () => {
  it('waits, and is theirs once they are', async () => {
    const { service, visit, sent } = startVisits();
    const client = visit();
    await client.track('looked-around');
    await client.updateCart([mug]);
    await client.flush();
    expect(sent()).toEqual([]);

    await client.identify(ada);
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([
      { ...ada, fields: { eventName: 'looked-around' } },
    ]);
    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ shoppingCartItems: [{ id: 'A1' }] });
  });

  it('is theirs also when all was called at once', async () => {
    const { visit, arrived } = startVisits();
    const client = visit();

    const recorded = client.track('looked-around');
    const identified = client.identify(ada);
    await Promise.all([recorded, identified]);
    await client.flush();

    expect(arrived()).toEqual(['looked-around']);
    expect(await client.stats()).toMatchObject({ waiting: 0 });
  });

  it('waits over visits', async () => {
    const { visit, arrived } = startVisits();
    await visit().track('looked-around');

    const later = visit();
    await later.identify(ada);
    await later.flush();

    expect(arrived()).toEqual(['looked-around']);
  });

  it('is of the first who is identified, and of no other', async () => {
    const { service, visit } = startVisits();
    const client = visit();
    await client.track('looked-around');

    await client.identify(ada);
    await client.identify(bob);
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([ada]);
  });

  it('is dropped, and counted, when the page does not want it adopted', async () => {
    const { visit, arrived } = startVisits();
    const client = visit();
    const told = listen(client);
    await client.track('looked-around');

    await client.identify(ada, { adopt: false });
    await client.track('of Ada');
    await client.flush();

    expect(arrived()).toEqual(['of Ada']);
    expect(told.dropped).toMatchObject([{ event: { name: 'looked-around' }, reason: 'discarded' }]);
    expect(await client.stats()).toMatchObject({ waiting: 0, dropped: { discarded: 1 } });
  });

  it('is dropped to the last, however much it is', async () => {
    const { visit, arrived } = startVisits();
    const client = visit({ limits: { anonymous: 500 } });
    await Promise.all(Array.from({ length: 350 }, () => client.track('looked-around')));

    await client.identify(ada, { adopt: false });
    await client.flush();

    expect(arrived()).toEqual([]);
    expect(await client.stats()).toMatchObject({ waiting: 0, dropped: { discarded: 350 } });
  });

  it('is dropped also when it was called just before', async () => {
    const { visit, arrived } = startVisits();
    const client = visit();

    await Promise.all([client.track('looked-around'), client.identify(ada, { adopt: false })]);
    await client.identify(bob);
    await client.flush();

    expect(arrived()).toEqual([]);
  });

  it('is not theirs who had been identified, and has left, in the same task', async () => {
    const { visit, service } = startVisits();
    const client = visit();

    void client.identify(ada);
    void client.reset();
    await client.track('looked-around');
    await client.identify(bob);
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([bob]);
  });

  it('is not theirs either where consent comes later', async () => {
    const { visit, service } = startVisits();
    const client = visit({ consent: 'pending' });

    void client.identify(ada);
    void client.reset();
    void client.track('looked-around');
    await client.consent('granted');
    await client.identify(bob);
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([bob]);
  });

  it('is dropped also in another tab that still waits for consent', async () => {
    const { visit, openTab, arrived } = startVisits();
    const there = await openTab({ consent: 'pending' });
    await there.track('looked-around');

    const here = visit({ consent: 'pending' });
    await here.consent('granted');
    await here.identify(ada, { adopt: false });
    hear();
    await calm();
    await there.flush();

    expect(there.user).toEqual(ada);
    expect(arrived()).toEqual([]);
    expect(await there.stats()).toMatchObject({ waiting: 0, dropped: { discarded: 1 } });
  });

  it('is dropped also by a tab that hears only of who was identified after that', async () => {
    const { visit, openTab, arrived } = startVisits();
    const [here, there] = [visit(), await openTab({ consent: 'pending' })];
    await there.track('looked-around');

    await here.consent('granted');
    await here.identify(ada, { adopt: false });
    await here.identify(bob);
    hear();
    await calm();
    await there.flush();

    expect(there.user).toEqual(bob);
    expect(arrived()).toEqual([]);
  });

  it('is dropped by the next page, where the one that said so could not', async () => {
    const { visit, arrived } = startVisits();
    const client = visit();
    await client.track('looked-around');
    void client.identify(ada, { adopt: false });
    leave();
    await calm();
    client.close();

    const next = visit();
    await next.flush();

    expect(next.user).toEqual(ada);
    expect(arrived()).toEqual([]);
  });

  it('is not recorded with `anonymous: drop`', async () => {
    const { visit, arrived } = startVisits();
    const client = visit({ anonymous: 'drop' });
    await client.track('looked-around');

    await client.identify(ada);
    await client.track('of Ada');
    await client.flush();

    expect(arrived()).toEqual(['of Ada']);
  });

  it('is at most 100 events: the oldest are dropped and counted, purchases last', async () => {
    const { visit, arrived, service } = startVisits();
    const client = visit();
    const told = listen(client);
    await client.purchase({ items: [mug], total: 12 });
    await Promise.all(Array.from({ length: 105 }, (_, index) => client.track(`event ${index}`)));

    expect(await client.stats()).toMatchObject({ waiting: 100, dropped: { anonymous: 6 } });

    await client.identify(ada);
    await client.flush();
    expect(arrived().sort()).toEqual(Array.from({ length: 99 }, (_, index) => `event ${index + 6}`).sort());
    expect(service.inspect.events('purchase')).toHaveLength(1);
    expect(told.dropped.map(({ reason }) => reason)).toEqual(Array<string>(6).fill('anonymous'));
  });

  it('is at most as much as the page says', async () => {
    const { visit } = startVisits();
    const client = visit({ limits: { anonymous: 1 } });

    await client.track('a');
    await client.track('b');

    expect(await client.stats()).toMatchObject({ waiting: 1, dropped: { anonymous: 1 } });
  });
});
