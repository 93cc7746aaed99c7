// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { startPush } from '../../src/index.js';
import { applicationServerKey, setup } from '../support/push-visits.js';
import { until } from '../support/until.js';
import { ada, bob, calm } from '../support/visits.js';

describe('what is on this device stays', () => {
  it.each([
    ['AbortError', 'NetworkError'],
    ['InvalidAccessError', 'OptionError'],
    ['NotAllowedError', 'NetworkError'],
  ])('when the platform says %s', async (name, ours) => {
    const { visit, start, worker, subscribed, alive } = setup();
    subscribed();
    const client = visit();
    await client.identify(ada);
    worker.registration.pushManager.subscribe = () => Promise.reject(new DOMException('why', name));

    await expect(start(client).turnOn()).rejects.toMatchObject({ name: ours });

    expect(alive()).toHaveLength(1);
  });

  it.each([undefined, '', ' ', 'B', 'not-a-key', `${applicationServerKey}=`, 7])(
    'when one page has the key %j, which is told at once',
    async (key) => {
      const { turnOn, visit, alive } = setup();
      const { client } = await turnOn();
      client.close();
      const next = visit();

      expect(() => startPush(next, { applicationServerKey: key as string })).toThrow('87 characters');

      await calm();
      expect(alive()).toHaveLength(1);
    },
  );

  it('when nothing is known of it, and is used once the visitor turns pushes on', async () => {
    const {
      visit,
      start,
      subscribed,
      alive,
      work,
      push: deliver,
      shown,
      script,
    } = setup({
      permission: 'granted',
    });
    const { endpoint } = subscribed();
    script.registered = 1;
    work();
    const client = visit();
    await client.identify(ada);
    const push = start(client);
    await calm();
    expect(push.isOn).toBe(false);
    await deliver({ title: 'From before' });
    expect(shown).toHaveLength(1);

    await push.turnOn();

    expect([push.isOn, alive()]).toEqual([true, [endpoint]]);
  });

  it('and is the current user’s, where the page says so', async () => {
    const { visit, start, subscribed, alive, tokens, script } = setup({ permission: 'granted' });
    const { endpoint } = subscribed();
    script.registered = 1;
    const client = visit();
    await client.identify(ada);

    const push = start(client, { adopt: true });

    await until(() => expect(push.isOn).toBe(true));
    expect([alive(), tokens(ada)]).toEqual([[endpoint], [endpoint]]);
  });

  it.each([
    ['made with another key', 'granted'],
    ['of a visitor who has not allowed pushes', 'default'],
  ] as const)('and is nobody’s if it is %s', async (what, permission) => {
    const { visit, start, worker, subscribed, alive, script, sent } = setup({ permission });
    subscribed();
    script.registered = 1;
    if (what.includes('key'))
      worker.registration.pushManager.subscribe = () =>
        Promise.reject(new DOMException('another key', 'InvalidStateError'));
    const client = visit();
    await client.identify(ada);

    const push = start(client, { adopt: true });

    await calm();
    expect([push.isOn, alive().length, sent('registerBrowserToken').length]).toEqual([false, 1, 0]);
  });

  it('but is nobody’s again after they have turned it off, or another has come', async () => {
    const { visit, start, subscribed, alive, script } = setup({ permission: 'granted' });
    subscribed();
    script.registered = 1;
    const client = visit();
    await client.identify(ada);
    const push = start(client, { adopt: true });
    await until(() => expect(push.isOn).toBe(true));
    await client.identify(bob);
    await until(() => expect(alive()).toEqual([]));
    subscribed();

    const next = start(visit(), { adopt: true });
    await calm();

    expect(next.isOn).toBe(false);
  });

  it('until they turn off what nothing is known of', async () => {
    const { visit, start, subscribed, alive, script } = setup({ permission: 'granted' });
    subscribed();
    script.registered = 1;
    const client = visit();
    await client.identify(ada);

    await start(client).turnOff();

    expect(alive()).toEqual([]);
  });
});

describe('a service worker of the site’s own', () => {
  const own = (path: string) => ({
    scope: `${location.origin}/`,
    active: { scriptURL: location.origin + path },
  });

  it('at the same place is not replaced: what to import there is told', async () => {
    const { visit, start, others, script } = setup();
    others.push(own('/offline.js'));
    const client = visit();
    await client.identify(ada);
    const turned = start(client).turnOn();

    await expect(turned).rejects.toMatchObject({ name: 'OptionError' });
    await expect(turned).rejects.toThrow('/offline.js: import `showPushes` from `tidings/service-worker`');
    expect(script.registered).toBe(0);
  });

  it.each(['/offline.js', '/offline.js?v=2'])(
    'is used when its path is passed: %s',
    async (serviceWorker) => {
      const { others, turnOn, script } = setup();
      others.push(own('/offline.js'));
      const { push } = await turnOn({ serviceWorker });
      expect([push.isOn, script.registered]).toEqual([true, 1]);
    },
  );

  it('elsewhere on the site is left alone', async () => {
    const { others, turnOn } = setup();
    others.push({ ...own('/app/offline.js'), scope: `${location.origin}/app/` });
    const { push } = await turnOn();
    expect(push.isOn).toBe(true);
  });

  it('is used when its registration is passed', async () => {
    const { others, registration, turnOn, script } = setup();
    others.push(own('/offline.js'));
    const { push } = await turnOn({ serviceWorker: registration as never });
    expect([push.isOn, script.registered]).toEqual([true, 0]);
  });
});
