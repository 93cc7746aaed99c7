// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserRef } from '../../src/index.js';
import { seed } from '../support/seed.js';
import { until } from '../support/until.js';
import {
  ada,
  bob,
  calm,
  listen,
  mug,
  offline,
  onDevice,
  setChance,
  startVisits,
  takeTime,
} from '../support/visits.js';

describe('who the visitor is', () => {
  it('is nobody at first, then who they say, and nobody after they log out', async () => {
    const client = startVisits().visit();
    const told = listen(client);
    expect(client.user).toBeUndefined();

    await client.identify(ada);
    expect(client.user).toEqual(ada);
    await client.identify(ada);
    void client.reset();

    expect(client.user).toBeUndefined();
    expect(told.user).toEqual([ada, undefined]);
  });

  it('is known on the next page', async () => {
    const { visit, service } = startVisits();
    await visit().identify(ada);

    const next = visit();
    expect(next.user).toEqual(ada);
    await next.track('a');
    await next.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([ada]);
  });

  it('is kept under one key, which names the project', async () => {
    const { visit, service } = startVisits();

    await visit().identify(ada);

    expect(Object.keys(localStorage)).toEqual([expect.stringContaining(service.keys.web)]);
  });

  it('is nobody when somebody else has written there', async () => {
    const { visit } = startVisits();
    await visit().identify(ada);
    const [key = ''] = Object.keys(localStorage);

    for (const text of ['not JSON', '{"user":{"email":7}}', '[]', 'null', '{"user":null}', '7']) {
      localStorage.setItem(key, text);
      expect(visit().user).toBeUndefined();
    }
  });

  it('cannot be changed by what the page does with it', async () => {
    const client = startVisits().visit();
    const user = { ...ada };
    await client.identify(user);

    user.email = 'eve@example.com';

    expect(client.user).toEqual(ada);
  });
});

describe('what is said when a visitor is identified', () => {
  it('is written into their profile', async () => {
    const { visit, service } = startVisits();
    const client = visit();

    await client.identify(ada, { dataFields: { plan: 'pro' } });
    await client.flush();

    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ plan: 'pro' });
  });

  it('is nothing unless the page says so: no call is made', async () => {
    const { visit, sent } = startVisits();
    const client = visit();

    await client.identify(bob);
    await client.flush();

    expect(sent()).toEqual([]);
  });

  it('makes a user of an id that the service does not know, with `create`', async () => {
    const { visit, sent, service } = startVisits();
    const client = visit();

    await client.identify(bob, { create: true });
    await client.flush();

    expect(sent()).toMatchObject([{ route: 'POST /api/users/update', body: { ...bob, preferUserId: true } }]);
    expect(service.inspect.person(bob)).toBeDefined();
  });
});

describe('events of an earlier user', () => {
  it('are delivered under their own name and token, after another has come', async () => {
    const { visit, line, service, sent } = startVisits();
    line.fetch = offline;
    const client = visit();
    await client.identify(ada);
    await client.track('of Ada');
    await client.identify(bob);
    await client.track('of Bob');

    line.fetch = service.fetch;
    await client.flush();

    // Whose token comes first goes first.
    const calls = sent().map(({ body, tokenUser, status }) => [body, tokenUser, status]);
    expect(calls).toHaveLength(2);
    for (const user of [ada, bob]) expect(calls).toContainEqual([expect.objectContaining(user), user, 200]);
  });

  it('are delivered after they have logged out', async () => {
    const { visit, service } = startVisits();
    const client = visit();
    await client.identify(ada);
    await client.track('of Ada');
    void client.reset();

    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([ada]);
  });

  it('wait while there is no token for them, which is no trouble, and go once there is', async () => {
    const { pass } = takeTime();
    const { visit, service } = startVisits();
    let current: UserRef = bob;
    const getToken = async (user: UserRef) =>
      JSON.stringify(user) === JSON.stringify(current) ? service.signToken(user) : undefined;
    const client = visit({ getToken });
    const told = listen(client);
    await client.identify(ada);
    await client.track('of Ada');
    await client.identify(bob);
    await client.track('of Bob');

    await client.flush();
    expect(service.inspect.events('customEvent')).toMatchObject([bob]);
    expect(await client.stats()).toMatchObject({ waiting: 1 });
    current = ada;
    await client.identify(ada);
    await pass(1_000);

    expect(service.inspect.events('customEvent')).toMatchObject([bob, ada]);
    expect(told.error).toEqual([]);
  });

  it('wait for a token up to the age cap', async () => {
    const { jump, pass } = takeTime();
    const { visit, sent } = startVisits();
    const client = visit({ getToken: async () => undefined });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');
    await pass(60_000);

    jump(31 * 86_400_000);
    await client.stats();
    // By then the clock has shown that it is right.
    jump(3_601_000);
    await client.flush();

    expect(told.dropped).toMatchObject([{ reason: 'old' }]);
    expect(sent()).toEqual([]);
  });
});

describe('a token', () => {
  /** Tells how often tokens were asked for, and how many at once for one user. */
  function counted(get: (user: UserRef) => Promise<string | undefined>) {
    const open = new Map<string, number>();
    const seen = { asked: 0, mostAtOnce: 0 };
    const getToken = async (user: UserRef) => {
      const key = JSON.stringify(user);
      seen.asked += 1;
      open.set(key, (open.get(key) ?? 0) + 1);
      seen.mostAtOnce = Math.max(seen.mostAtOnce, open.get(key) ?? 0);
      return get(user).finally(() => open.set(key, (open.get(key) ?? 0) - 1));
    };
    return { seen, getToken };
  }

  it('is asked for once, however many calls need it', async () => {
    const { visit, service, arrived } = startVisits();
    const { seen, getToken } = counted((user) => service.signToken(user));
    const client = visit({ getToken });
    await client.identify(ada);
    await Promise.all(Array.from({ length: 12 }, (_, index) => client.track(`event ${index}`)));
    await client.updateUser({ plan: 'pro' });

    await client.flush();

    expect(arrived()).toHaveLength(12);
    expect(seen.asked).toBe(1);
  });

  it('is asked for by one request at a time for each user, also while they are identified again', async () => {
    const { during } = takeTime();
    const { visit, service, arrived } = startVisits();
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    const slow = (user: UserRef) => opened.then(() => service.signToken(user));
    const { seen, getToken } = counted(slow);
    const client = visit({ getToken });
    await client.identify(ada);
    await client.track('a');
    const flushed = client.flush();
    await calm();
    expect(seen.asked).toBe(1);

    await client.identify(ada);
    await client.track('b');
    const flushedAgain = client.flush();
    await calm();
    open();
    await during(Promise.all([flushed, flushedAgain]));

    expect(arrived().sort()).toEqual(['a', 'b']);
    expect(seen.mostAtOnce).toBe(1);
  });

  it('is renewed a minute before it expires, and after a sleep', async () => {
    const { jump } = takeTime();
    const { visit, service, sent } = startVisits();
    const { seen, getToken } = counted((user) => service.signToken(user, { expiresIn: 600 }));
    const client = visit({ getToken });
    await client.identify(ada);
    const deliver = async () => {
      await client.track('a');
      await client.flush();
      return seen.asked;
    };

    expect(await deliver()).toBe(1);
    jump(530_000);
    expect(await deliver()).toBe(1);
    jump(15_000);
    expect(await deliver()).toBe(2);
    jump(8 * 3_600_000);
    expect(await deliver()).toBe(3);
    expect(sent().map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('that is short-lived is not asked for anew for every call', async () => {
    const { visit, service } = startVisits();
    const { seen, getToken } = counted((user) => service.signToken(user, { expiresIn: 60 }));
    const client = visit({ getToken });
    await client.identify(ada);
    for (let count = 0; count < 5; count++) {
      await client.track('a');
      await client.flush();
    }

    expect(seen.asked).toBe(1);
  });

  it('is in memory only', async () => {
    const { visit, service } = startVisits();
    const token = await service.signToken(ada);
    const client = visit({ getToken: async () => token });
    await client.identify(ada);
    await client.track('a');

    await client.flush();
    await client.track('b');

    const kept = JSON.stringify(await onDevice());
    expect(kept).toContain(ada.email);
    expect(kept).not.toContain(token);
  });

  it('that cannot be got keeps the event, is reported, and is asked for less and less often', async () => {
    setChance();
    const { pass } = takeTime();
    const { visit, service, arrived } = startVisits();
    let isUp = false;
    const { seen, getToken } = counted(async (user) => {
      if (!isUp) throw new Error('no session');
      return service.signToken(user);
    });
    const client = visit({ getToken });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');

    await pass(30 * 60_000);
    expect(told.error[0]?.message).toBe('no session');
    // The pauses double from a second to five minutes.
    expect(seen.asked).toBe(14);
    isUp = true;
    await pass(6 * 60_000);

    expect(arrived()).toEqual(['a']);
  });

  it('that never comes is given up, and asked for again later', async () => {
    const { pass } = takeTime();
    const { visit, service, arrived } = startVisits();
    const { seen, getToken } = counted((user) =>
      seen.asked === 1 ? new Promise<never>(() => {}) : service.signToken(user),
    );
    const client = visit({ getToken });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');

    await pass(15_000);

    expect(told.error).toEqual([expect.objectContaining({ message: '`getToken` took too long' })]);
    expect(arrived()).toEqual(['a']);
  });

  it('of another user is never sent; it is reported, and the event waits', async () => {
    const { visit, service, sent } = startVisits();
    const client = visit({ getToken: () => service.signToken(bob) });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');

    await expect(client.flush()).rejects.toMatchObject({ name: 'OptionError' });

    expect(sent()).toEqual([]);
    expect(await client.stats()).toMatchObject({ waiting: 1 });
    expect(told.dropped).toEqual([]);
  });

  it('is of the user when it names them in other letters', async () => {
    const { visit, service, arrived } = startVisits();
    const client = visit({ getToken: () => service.signToken({ email: 'ADA@example.com' }) });
    await client.identify(ada);
    await client.track('a');

    await client.flush();

    expect(arrived()).toEqual(['a']);
  });

  it.each([['', 'a token', 7, null]])(
    'that is no token is reported, and nothing is sent: %j',
    async (odd) => {
      const { visit, sent } = startVisits();
      const client = visit({ getToken: async () => odd });
      await client.identify(ada);
      await client.track('a');

      await expect(client.flush()).rejects.toMatchObject({ name: 'OptionError' });

      expect(sent()).toEqual([]);
    },
  );

  it('is not asked for where the key needs none', async () => {
    const { visit, service, sent } = startVisits();
    const client = visit({ apiKey: service.keys.javascript, getToken: undefined as never });
    await client.identify(ada);
    await client.track('a');

    await client.flush();

    expect(sent()).toMatchObject([{ status: 200 }]);
    expect(sent()[0]?.tokenUser).toBeUndefined();
  });

  it('and the key are sent in the headers that the page names', async () => {
    const { visit, line, service } = startVisits();
    let seen = new Headers();
    line.fetch = async (input, init) => {
      seen = new Request(input, init).headers;
      return Response.json({ code: 'Success', msg: '' });
    };
    const client = visit({ headers: { apiKey: 'X-Key', token: 'X-Token' } });
    await client.identify(ada);
    await client.track('a');

    await client.flush();

    expect(seen.get('X-Key')).toBe(service.keys.web);
    expect(seen.get('X-Token')).toMatch(/^Bearer /);
    expect([seen.get('Api-Key'), seen.get('Authorization')]).toEqual([null, null]);
  });
});

it('nothing is ever sent under another’s name or token, whoever comes and goes', async () => {
  const users: UserRef[] = [ada, bob, { email: 'eve@example.com' }];
  const step = fc.oneof(
    fc.constantFrom(...users).map((user) => ({ identify: user })),
    fc.constant({ reset: true }),
    fc.constantFrom('track', 'cart', 'profile', 'flush').map((act) => ({ act })),
    fc.constantFrom('drop', 'lose').map((kind) => ({ fault: kind })),
  );

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { visit, service, sent } = startVisits();
      const client = visit();
      let now: UserRef | undefined;
      const whose: string[] = [];
      for (const [index, next] of steps.entries()) {
        const by = `${index}`;
        if ('identify' in next) await client.identify((now = next.identify), { adopt: false });
        else if ('reset' in next) await client.reset();
        else if ('fault' in next) service.faults.add({ kind: next.fault });
        else if (next.act === 'flush') await client.flush().catch(() => undefined);
        else if (next.act === 'track') await client.track('a', { by });
        else if (next.act === 'cart') await client.updateCart([{ ...mug, id: by }]);
        else await client.updateUser({ by });
        if ('reset' in next) now = undefined;
        whose.push(JSON.stringify(now));
      }
      service.faults.clear();
      await until(() => client.flush());

      for (const { body, tokenUser } of sent()) {
        const { user, email, userId, dataFields, items } = body as {
          user?: UserRef;
          email?: string;
          userId?: string;
          dataFields?: { by: string };
          items?: { id: string }[];
        };
        const named = JSON.stringify(user ?? (email ? { email } : { userId }));
        expect(named).toBe(JSON.stringify(tokenUser));
        expect(named).toBe(whose[Number(dataFields?.by ?? items?.[0]?.id)]);
      }
      client.close();
    }),
    { seed, numRuns: 40 },
  );
});
