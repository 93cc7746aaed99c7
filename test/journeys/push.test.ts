// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPush, type Client } from '../../src/index.js';
import { define } from '../support/push-platform.js';
import { applicationServerKey, setup } from '../support/push-visits.js';
import { until } from '../support/until.js';
import { ada, bob, calm, listen, offline, onDevice, startVisits } from '../support/visits.js';

describe('turning pushes on', () => {
  it('asks, and registers the token for the user', async () => {
    const { turnOn, tokens, alive, visitor } = setup();
    const { push } = await turnOn();
    expect([visitor.asked, push.state, push.isOn]).toEqual([1, 'granted', true]);
    expect(alive()).toHaveLength(1);
    expect(tokens(ada)).toEqual(alive());
  });

  it('asks nobody before that', async () => {
    const { visit, start, visitor, script, subscriptions } = setup();
    const client = visit();
    await client.identify(ada);
    const push = start(client);
    await calm();
    expect([push.state, push.isOn, visitor.asked, script.registered]).toEqual(['default', false, 0, 0]);
    expect(subscriptions).toEqual([]);
  });

  it('is for a user', async () => {
    const { visit, start, visitor } = setup();
    const push = start(visit());
    await expect(push.turnOn()).rejects.toMatchObject({ name: 'OptionError' });
    expect(visitor.asked).toBe(0);
  });

  it('asks nobody who has not clicked', async () => {
    const { visit, start, visitor } = setup();
    const client = visit();
    await client.identify(ada);
    visitor.isActive = false;
    await expect(start(client).turnOn()).rejects.toThrow('when they click');
    expect(visitor.asked).toBe(0);
  });

  it.each(['denied', 'default'] as const)('gives what the visitor says: %s', async (answer) => {
    const { visit, start, sent, subscriptions } = setup({ answer });
    const client = visit();
    await client.identify(ada);
    const push = start(client);

    expect(await push.turnOn()).toBe(answer);

    expect([push.state, push.isOn, subscriptions.length]).toEqual([answer, false, 0]);
    expect(sent('registerBrowserToken')).toEqual([]);
  });

  it('asks nobody who has said no before', async () => {
    const { visit, start, visitor } = setup({ permission: 'denied' });
    const client = visit();
    await client.identify(ada);
    const push = start(client);
    expect(await push.turnOn()).toBe('denied');
    expect(visitor.asked).toBe(0);
    expect(push.explanation).toContain('blocked');
  });

  it('says where the service worker does not load, and works once it does', async () => {
    const { visit, start, script, visitor, tokens } = setup();
    const client = visit();
    await client.identify(ada);
    const push = start(client);
    script.loads = false;
    await expect(push.turnOn()).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringContaining('`serviceWorker`') as string,
    });
    expect([visitor.permission, push.isOn]).toEqual(['granted', false]);

    script.loads = true;
    await push.turnOn();

    expect(push.isOn).toBe(true);
    expect(tokens(ada)).toHaveLength(1);
  });

  it.each(['there is a network', 'the next page begins'])(
    'offline rejects, and is made up for once %s',
    async (moment) => {
      const { visit, start, line, service, tokens } = setup();
      const client = visit();
      await client.identify(ada);
      await client.flush();
      const push = start(client);
      line.fetch = offline;
      await expect(push.turnOn()).rejects.toMatchObject({ name: 'NetworkError' });
      expect(push.isOn).toBe(false);

      line.fetch = service.fetch;
      const nextPush = moment.includes('page') ? start(visit()) : push;
      dispatchEvent(new Event('online'));

      await until(() => expect(nextPush.isOn).toBe(true));
      expect(tokens(ada)).toHaveLength(1);
    },
  );

  it('twice at once asks once and registers once', async () => {
    const { visit, start, sent } = setup();
    const client = visit();
    await client.identify(ada);
    const [push, other] = [start(client), start(client)];

    await Promise.all([push.turnOn(), other.turnOn()]);

    expect(sent('registerBrowserToken')).toHaveLength(1);
  });

  it('takes the token from a push provider', async () => {
    const { turnOn, service, subscriptions } = setup();
    const { push } = await turnOn({ register: async () => 'token of the provider' });
    expect(push.isOn).toBe(true);
    expect(service.inspect.person(ada)?.browserTokens).toEqual(['token of the provider']);
    expect(subscriptions).toEqual([]);
  });

  it.each([undefined, 7, ' '])('refuses %j for a token', async (token) => {
    const { visit, start, sent } = setup();
    const client = visit();
    await client.identify(ada);
    const push = start(client, { register: async () => token as never });
    await expect(push.turnOn()).rejects.toThrow('`register` must give');
    expect(sent('registerBrowserToken')).toEqual([]);
  });

  it('replaces a subscription that was made with another key', async () => {
    const { visit, start, worker, subscribed, alive } = setup();
    const { pushManager } = worker.registration;
    const old = subscribed();
    const { subscribe } = pushManager;
    pushManager.subscribe = (options) =>
      old.isOver ? subscribe(options) : Promise.reject(new DOMException('another key', 'InvalidStateError'));
    const client = visit();
    await client.identify(ada);

    await start(client).turnOn();

    expect(old.isOver).toBe(true);
    expect(alive()).toHaveLength(1);
  });

  it.each([
    ['InvalidAccessError', 'OptionError', '`applicationServerKey`'],
    ['AbortError', 'NetworkError', 'push service'],
  ])('explains %s of the platform', async (name, ours, words) => {
    const { visit, start, worker } = setup();
    worker.registration.pushManager.subscribe = () => Promise.reject(new DOMException('why', name));
    const client = visit();
    await client.identify(ada);
    const failed = start(client).turnOn();
    await expect(failed).rejects.toMatchObject({ name: ours });
    await expect(failed).rejects.toThrow(words);
  });
});

describe('the next page', () => {
  it('registers a token that is another one', async () => {
    const { turnOn, visit, start, subscriptions, tokens } = setup();
    await turnOn();
    subscriptions.forEach((one) => (one.isOver = true));

    const push = start(visit());

    await until(() => expect([push.isOn, tokens(ada).length]).toEqual([true, 2]));
  });

  it('tells the service nothing that it knows, and asks nobody', async () => {
    const { turnOn, visit, start, sent, visitor } = setup();
    await turnOn();

    const push = start(visit());

    await until(() => expect(push.isOn).toBe(true));
    await calm();
    expect([sent('registerBrowserToken').length, visitor.asked]).toEqual([1, 1]);
  });

  it('sees that the visitor has blocked pushes, and that they allow them again', async () => {
    const { turnOn, setPermission, alive } = setup();
    const { push } = await turnOn();
    const seen: boolean[] = [];
    onTestFinished(push.watch(({ isOn }) => seen.push(isOn)));

    setPermission('denied');
    expect([push.state, push.isOn]).toEqual(['denied', false]);
    setPermission('granted');

    await until(() => expect(alive()).toHaveLength(1));
    await until(() => expect(push.isOn).toBe(true));
    expect(seen).toContain(false);
  });

  it('in another tab knows it too', async () => {
    const { visit, openTab, start, service } = setup();
    const first = visit();
    await first.identify(ada);
    const [push, other] = [start(first), start(await openTab())];

    await push.turnOn();
    const key = `tidings http://service ${service.keys.web} push`;
    dispatchEvent(new StorageEvent('storage', { key, newValue: 'x' }));

    await until(() => expect(other.isOn).toBe(true));
  });
});

describe('nobody gets the pushes of another', () => {
  it.each([
    ['logs out', (client: Client) => client.reset()],
    ['takes consent back', (client: Client) => client.consent('denied')],
    ['is another by now', (client: Client) => void client.identify(bob)],
  ])('when the visitor %s', async (_, act) => {
    const { turnOn, work, push: deliver, shown, alive, tokens } = setup();
    work();
    const { client, push } = await turnOn();
    await deliver({ title: 'For Ada', messageId: 'm1' });
    expect(shown).toHaveLength(1);

    void act(client);

    await until(() => expect(alive()).toEqual([]));
    await until(() => expect(shown).toEqual([]));
    expect([push.isOn, tokens(bob)]).toEqual([false, []]);
    await deliver({ title: 'For Ada, too late', messageId: 'm2' });
    expect(shown).toEqual([]);
  });

  it('when another was there in between, also after a log-out', async () => {
    const { turnOn, alive } = setup();
    const { client, push } = await turnOn();

    for (const act of [client.reset, () => client.identify(bob), client.reset, () => client.identify(ada)]) {
      await act();
      await calm();
    }

    expect([push.isOn, alive()]).toEqual([false, []]);
  });

  it('also where the site has the same script for another part of it', async () => {
    const { turnOn, alive, registration } = setup();
    const { client } = await turnOn();
    const { serviceWorker } = navigator as unknown as { serviceWorker: { getRegistrations: () => unknown } };
    const shop = { ...registration, scope: `${registration.scope}shop/`, pushManager: {} };
    serviceWorker.getRegistrations = async () => [shop, registration];

    await client.reset();

    await until(() => expect(alive()).toEqual([]));
  });

  it('when the page is gone before the subscription has ended', async () => {
    const { turnOn, visit, start, alive, worker } = setup();
    const { client } = await turnOn();
    const { getSubscription } = worker.registration.pushManager;
    worker.registration.pushManager.getSubscription = () => Promise.reject(new Error('The page has ended'));
    void client.reset();
    await calm();
    expect(alive()).toHaveLength(1);

    worker.registration.pushManager.getSubscription = getSubscription;
    start(visit());

    await until(() => expect(alive()).toEqual([]));
  });

  it('and at a provider the token ends too', async () => {
    const ended: string[] = [];
    const { turnOn } = setup();
    const { client } = await turnOn({
      register: async () => 'of the provider',
      unregister: async (token) => ended.push(token),
    });
    void client.reset();
    await until(() => expect(ended).toEqual(['of the provider']));
  });

  it('but they come again when the visitor is back, unless another was there', async () => {
    const { turnOn, alive, visitor } = setup();
    const { client, push } = await turnOn();
    void client.reset();
    await until(() => expect(alive()).toEqual([]));

    await client.identify(ada);
    await until(() => expect(push.isOn).toBe(true));
    await client.identify(bob);
    await until(() => expect(alive()).toEqual([]));
    await client.identify(ada);
    await calm();

    expect([push.isOn, visitor.asked]).toEqual([false, 1]);
  });

  it('until they turn them off', async () => {
    const { turnOn, alive, visit, start } = setup();
    const { push } = await turnOn();
    await push.turnOff();
    expect([push.isOn, alive()]).toEqual([false, []]);

    const next = start(visit());
    await calm();

    expect([next.isOn, alive()]).toEqual([false, []]);
  });

  it('and before consent nothing is written to the device', async () => {
    const { visit, start } = setup();
    const client = visit({ consent: 'pending' });
    await client.identify(ada);
    await expect(start(client).turnOn()).rejects.toMatchObject({ name: 'OptionError' });
    expect(await onDevice()).toEqual({});
  });
});

describe('where there are no pushes', () => {
  it.each([
    ['nothing of the kind', {}, 'unsupported'],
    ['an iPhone that has not got the site on its home screen', { standalone: false }, 'uninstalled'],
  ])('with %s, it says so and does nothing', async (_, navigatorHas, state) => {
    define(navigatorHas);
    const { visit } = startVisits();
    const client = visit();
    const told = listen(client);
    await client.identify(ada);
    const push = startPush(client, { applicationServerKey });
    onTestFinished(push.close);

    expect([push.state, push.isOn, await push.turnOn()]).toEqual([state, false, state]);

    expect(push.explanation).not.toBe('');
    await push.turnOff();
    expect(told.error).toEqual([]);
  });

  it('refuses options without a source of pushes at once', () => {
    const client = startVisits().visit();
    expect(() => startPush(client, {})).toThrow('applicationServerKey');
    expect(() => startPush(client, undefined as never)).toThrow('applicationServerKey');
  });
});

describe('a subscription that the browser has given up', () => {
  it('is made anew, and registered from the worker', async () => {
    const { turnOn, work, subscriptions, happen, tokens, alive } = setup();
    work();
    await turnOn();
    subscriptions.forEach((one) => (one.isOver = true));

    await happen('pushsubscriptionchange');

    expect(alive()).toHaveLength(1);
    expect(tokens(ada)).toEqual(expect.arrayContaining(alive()));
  });

  it('of a provider is for the provider to renew', async () => {
    const { turnOn, work, happen, subscriptions, sent } = setup();
    work();
    await turnOn({ register: async () => 'of the provider' });
    await happen('pushsubscriptionchange');
    expect([subscriptions.length, sent('registerBrowserToken').length]).toEqual([0, 1]);
  });

  it('of somebody who has left is not', async () => {
    const { turnOn, work, happen, alive } = setup();
    work();
    const { client } = await turnOn();
    void client.reset();
    await until(() => expect(alive()).toEqual([]));
    await happen('pushsubscriptionchange');
    expect(alive()).toEqual([]);
  });

  it('is not registered for who leaves while it is made', async () => {
    const { turnOn, work, happen, sent, alive, registration } = setup();
    work();
    const { client } = await turnOn();
    const { subscribe } = registration.pushManager;
    registration.pushManager.subscribe = async (options) => {
      await client.reset();
      await until(() => expect(alive()).toEqual([]));
      return subscribe(options);
    };

    await happen('pushsubscriptionchange');

    expect([sent('registerBrowserToken').length, await client.stats()]).toMatchObject([1, { waiting: 0 }]);
  });
});
