// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hostOf } from '../../src/host/host-of.js';
import { FLIGHT } from '../../src/events/outbox/row.js';
import type { Client } from '../../src/index.js';
import { wait } from '../../src/lib/wait.js';
import { createLocks } from '../support/locks.js';
import { standStillOnKeeping } from '../support/still-tab.js';
import { until } from '../support/until.js';
import {
  ada,
  become,
  bob,
  calm,
  listen,
  mug,
  silent,
  startVisits,
  takeTime,
  type Options,
} from '../support/visits.js';

/** Lets this tab hear what another has changed, as browsers do. */
const hear = () => dispatchEvent(new StorageEvent('storage'));

function setLocks(locks: unknown) {
  const spy = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as LockManager);
  onTestFinished(() => spy.mockRestore());
}

const kinds: [name: string, make: () => void][] = [
  ['with Web Locks', () => setLocks(createLocks())],
  ['without Web Locks', () => setLocks(undefined)],
];

describe.each(kinds)('several tabs, %s,', (_, make) => {
  it('deliver each event once', async () => {
    const { during } = takeTime();
    const { visit, openTab, line, service, sent } = startVisits();
    make();
    const tabs = [visit(), await openTab(), await openTab()];
    await Promise.all(tabs.map((tab) => tab.identify(ada)));
    line.fetch = (...request) => wait(10).then(() => service.fetch(...request));

    for (const [index, tab] of tabs.entries())
      for (const name of ['a', 'b', 'c']) await tab.track(`${name}${index}`);
    await during(Promise.all(tabs.map((tab) => tab.flush())));

    expect(await tabs[0]?.stats()).toMatchObject({ waiting: 0, delivered: 9 });
    expect(sent('/api/events/track')).toHaveLength(9);
  });

  it('deliver what changes a user in the order it happened', async () => {
    const { pass, during } = takeTime();
    const { visit, openTab, line, service } = startVisits();
    make();
    const [here, there] = [visit(), await openTab()];
    await here.identify(ada);
    hear();
    line.fetch = (...request) => wait(30).then(() => service.fetch(...request));

    for (let step = 1; step <= 6; step++) {
      await (step % 2 ? here : there).purchase({ id: `p${step}`, items: [mug], total: step });
      await pass(20); // Nobody acts in two tabs within a millisecond.
    }
    await during(Promise.all([here.flush(), there.flush()]));
    await during(here.flush());

    expect(service.inspect.events('purchase').map(({ id }) => id)).toEqual([
      'p1',
      'p2',
      'p3',
      'p4',
      'p5',
      'p6',
    ]);
  });

  it('go on for one that has died', async () => {
    const { pass, crash } = takeTime();
    const { openTab, service, arrived } = startVisits();
    make();
    const dead = await openTab({ fetch: async () => new Promise<never>(() => {}) });
    await dead.identify(ada);
    await dead.track('a');
    dead.flush().catch(() => undefined);
    await calm();
    crash();
    dispatchEvent(new Event('pagehide')); // A browser lets go of a lock when its page ends.

    const alive = await openTab();
    expect(alive.user).toEqual(ada);
    await pass(60_000);

    expect(arrived()).toEqual(['a']);
    expect(service.inspect.events('customEvent')).toHaveLength(1);
  });

  it('deliver what one that has died had no token for, also what is not sent again once it is on its way', async () => {
    const { pass, crash } = takeTime();
    const { openTab, sent } = startVisits();
    make();
    const dead = await openTab({ getToken: silent });
    await dead.identify(ada);
    await hostOf(dead).track('POST /api/events/trackInAppOpen', { messageId: 'm1' }, ada);
    dead.flush().catch(() => undefined);
    await calm();
    crash();
    dispatchEvent(new Event('pagehide')); // A browser lets go of a lock when its page ends.

    const alive = await openTab();
    await pass(60_000);

    expect(sent('trackInAppOpen')).toHaveLength(1);
    expect(await alive.stats()).toMatchObject({ waiting: 0, uncertain: 0 });
  });

  it('let what one that has died has sent arrive before they send what comes after it', async () => {
    const { pass, crash } = takeTime();
    const { openTab, service } = startVisits();
    make();
    let arrive: () => unknown = () => undefined;
    const slow: typeof fetch = (...request) => {
      arrive = () => service.fetch(...request);
      return new Promise<never>(() => {});
    };
    const dead = await openTab({ fetch: slow });
    await dead.identify(ada);
    await dead.updateUser({ plan: 'free' });
    await pass(1_000);
    crash();
    dispatchEvent(new Event('pagehide')); // A browser lets go of a lock when its page ends.

    const alive = await openTab();
    await alive.updateUser({ plan: 'pro' });
    await pass(3_000);
    await arrive();
    await pass(50_000);

    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ plan: 'pro' });
    expect(await alive.stats()).toMatchObject({ waiting: 0, delivered: 2 });
  });

  it('do not take from another what it is sending when the clock is set right meanwhile', async () => {
    const { pass, jump } = takeTime();
    const { openTab, sent } = startVisits();
    make();
    const sending = await openTab({ fetch: silent });
    await sending.identify(ada);
    await sending.updateCart([mug]);
    await pass(200);
    const other = await openTab();

    jump(-2_000);
    void other.flush({ timeout: 1_000 }).catch(() => undefined);
    await pass(1_000);

    expect(sent('updateCart')).toEqual([]);
    expect(await other.stats()).toMatchObject({ waiting: 1 });
  });

  it('do not take from another what it is sending, also when they are hidden', async () => {
    takeTime();
    const { openTab, service, line, sent } = startVisits();
    make();
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    line.fetch = async (...request) => {
      const response = service.fetch(...request);
      await answered;
      return response;
    };
    const sending = await openTab();
    await sending.identify(ada);
    await sending.updateCart([mug]);
    const done = sending.flush();
    await calm();

    await openTab();
    become('hidden');
    await calm();
    answer();
    await done;

    expect(sent('/api/commerce/updateCart')).toHaveLength(1);
    expect(await sending.stats()).toMatchObject({ waiting: 0, delivered: 1, uncertain: 0 });
  });
});

describe.each([
  ['without Web Locks', undefined, (tab: Client) => void tab.flush()],
  ['with Web Locks, when it is hidden', createLocks(), () => become('hidden')],
])('a tab that stands still, %s,', (_, locks, send) => {
  const cart = (id: string) => [{ ...mug, id }];

  /** A tab that is about to send a cart, and what another one does while it stands still for six seconds. */
  async function setup(own: Partial<Options> = {}) {
    const { jump, pass } = takeTime();
    const visits = startVisits();
    setLocks(locks);
    const still = await visits.openTab(own);
    await still.identify(ada);
    await still.updateCart(cart('old'));

    /** Another tab delivers the cart, and a newer one. */
    async function overtake() {
      await calm();
      jump(6_000);
      const other = await visits.openTab();
      await other.updateCart(cart('new'));
      await other.flush();
    }
    /** The carts that the service was told, in order, once all is done. */
    async function carts() {
      await calm();
      await pass(30_000);
      expect(await still.stats()).toMatchObject({ waiting: 0, delivered: 2 });
      return visits.sent('updateCart').map(({ body }) => (body as { items: { id: string }[] }).items[0]?.id);
    }
    return { ...visits, still, overtake, carts };
  }

  it('does not send an older cart once another tab has sent a newer one', async () => {
    const { still, overtake, carts } = await setup();
    const goOn = standStillOnKeeping(FLIGHT);
    send(still);
    await overtake();

    goOn();

    expect(await carts()).toEqual(['old', 'new']);
  });

  it('does not do so after a token that was refused either', async () => {
    const tokens: ((token: string) => void)[] = [];
    const getToken = () => new Promise<string>((resolve) => tokens.push(resolve));
    const { still, service, line, overtake, carts } = await setup({ getToken });
    line.fetch = async () => {
      line.fetch = service.fetch;
      return Response.json({ code: 'InvalidJwtPayload' }, { status: 401 });
    };
    send(still);
    await calm();
    tokens[0]?.(await service.signToken(ada));
    await overtake();

    tokens[1]?.(await service.signToken(ada));

    expect(await carts()).toEqual(['old', 'new']);
  });
});

describe('what one tab is told, the others know', () => {
  it('who the visitor is', async () => {
    const { visit, openTab } = startVisits();
    const [here, there] = [visit(), await openTab()];
    const told = listen(there);

    await here.identify(ada);
    hear();
    expect(there.user).toEqual(ada);
    void here.reset();
    hear();

    expect(there.user).toBeUndefined();
    expect(told.user).toEqual([ada, undefined]);
  });

  it('what the visitor agreed to', async () => {
    const { visit, openTab, arrived } = startVisits();
    const [here, there] = [visit({ consent: 'pending' }), await openTab({ consent: 'pending' })];
    const told = listen(there);
    await there.identify(ada);
    await there.track('a');

    void here.consent('granted');
    hear();
    await until(() => expect(arrived()).toEqual(['a']));

    void here.consent('denied');
    hear();
    await there.track('b');
    expect(await there.stats()).toMatchObject({ waiting: 0 });
    expect(told.consent).toEqual(['granted', 'denied']);
  });

  it('nothing of another project', async () => {
    const { visit } = startVisits();
    const other = startVisits({ keys: { web: 'the-other-key' } });
    const [here, there] = [visit(), await other.openTab()];
    const told = listen(there);

    await here.identify(ada);
    hear();

    expect(there.user).toBeUndefined();
    expect(told.user).toEqual([]);
  });

  it('and events are of whom their tab knew when they were called', async () => {
    const { visit, openTab, service } = startVisits();
    const [here, there] = [visit(), await openTab()];
    await here.identify(ada);
    hear();

    await there.identify(bob);
    await here.track('before it heard');
    hear();
    await here.track('after it heard');
    await here.flush();

    expect(
      service.inspect
        .events('customEvent')
        .map(({ email, userId, fields }) => [fields['eventName'], email ?? userId])
        .sort(),
    ).toEqual([
      ['after it heard', 'bob'],
      ['before it heard', ada.email],
    ]);
  });

  it('and what another tab recorded without knowing who the visitor is becomes theirs', async () => {
    const { visit, openTab, arrived } = startVisits();
    const [here, there] = [visit(), await openTab()];
    await here.identify(ada);
    await there.track('before it heard');

    hear();
    await there.flush();

    await until(() => expect(arrived()).toEqual(['before it heard']));
  });
});
