// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { updateEmail, type UserRef } from '../../src/index.js';
import { until } from '../support/until.js';
import { ada, bob, calm, listen, offline, silent, startVisits, takeTime } from '../support/visits.js';

const lovelace = { email: 'lovelace@example.com' };

/** A visitor whom the service knows. */
async function setup() {
  const visits = startVisits();
  const asked: UserRef[] = [];
  const client = visits.visit({
    getToken: (user) => {
      asked.push(user);
      return visits.service.signToken(user);
    },
  });
  const told = listen(client);
  await client.identify(ada, { dataFields: { plan: 'pro' } });
  await client.flush();
  return { ...visits, client, told, asked };
}

describe('`updateEmail`', () => {
  it('delivers what waits, changes the email, and is the new one from then on, with a new token', async () => {
    const { client, service, sent, told, asked, visit } = await setup();
    await client.track('before');

    await updateEmail(client, lovelace.email);
    await client.track('after');
    await client.flush();

    expect(
      sent().map(({ route, tokenUser, status }) => [route.split('/').at(-1), tokenUser, status]),
    ).toEqual([
      ['update', ada, 200],
      ['track', ada, 200],
      ['updateEmail', ada, 200],
      ['track', lovelace, 200],
    ]);
    expect(service.inspect.people).toMatchObject([{ ...lovelace, dataFields: { plan: 'pro' } }]);
    expect(client.user).toEqual(lovelace);
    expect(told.user).toEqual([ada, lovelace]);
    expect(asked).toEqual([ada, lovelace]);
    expect(visit().user).toEqual(lovelace);
  });

  it.each([
    ['no network', offline],
    ['a service in trouble', async () => Response.json({}, { status: 500 })],
  ])('rejects when it cannot, and all stays as it was: %s', async (_, fetch) => {
    const { client, line, service, told, arrived } = await setup();
    line.fetch = fetch;
    await client.track('before');

    await expect(updateEmail(client, lovelace.email)).rejects.toBeInstanceOf(Error);
    expect(client.user).toEqual(ada);
    line.fetch = service.fetch;
    await client.flush();

    expect(arrived()).toEqual(['before']);
    expect(service.inspect.people).toMatchObject([ada]);
    expect(told.user).toEqual([ada]);
  });

  it('rejects with what the service says when the email is another’s', async () => {
    const { client, service } = await setup();
    await client.identify(lovelace, { dataFields: {} });
    await client.flush();
    await client.identify(ada);

    await expect(updateEmail(client, lovelace.email)).rejects.toMatchObject({ code: 'EmailAlreadyExists' });

    expect(client.user).toEqual(ada);
    expect(service.inspect.people).toHaveLength(2);
  });

  it('does not wait for ever for what is on its way', async () => {
    const { pass } = takeTime();
    const { client, line, service } = await setup();
    line.fetch = (input, init) =>
      new Request(input, init).url.endsWith('updateEmail') ? service.fetch(input, init) : silent();
    await client.track('before');

    const changed = updateEmail(client, lovelace.email);
    await pass(6_000);
    await changed;

    expect(client.user).toEqual(lovelace);
  });

  it('what still waits then goes out under the new email, each once', async () => {
    const { pass } = takeTime();
    const { client, line, service } = await setup();
    line.fetch = (input, init) =>
      new Request(input, init).url.endsWith('updateEmail') ? service.fetch(input, init) : offline();
    await client.track('before');
    const changed = updateEmail(client, lovelace.email);
    await pass(6_000);
    await changed;

    line.fetch = service.fetch;
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([lovelace]);
    expect(service.inspect.people).toHaveLength(1);
  });

  it('leaves one who is known by an id known by it', async () => {
    const { client, service } = await setup();
    await client.identify(bob, { dataFields: {}, create: true });
    await client.flush();

    await updateEmail(client, lovelace.email);

    expect(client.user).toEqual(bob);
    expect(service.inspect.person(lovelace)).toMatchObject(bob);
  });

  it('leaves one who logged out meanwhile logged out', async () => {
    const { client, line, service } = await setup();
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    line.fetch = async (...request) => {
      const response = await service.fetch(...request);
      await answered;
      return response;
    };
    const changed = updateEmail(client, lovelace.email);
    await calm();
    await until(() => expect(service.inspect.person(lovelace)).toBeDefined());

    void client.reset();
    answer();
    await changed;

    expect(client.user).toBeUndefined();
  });

  it('rejects without a visitor, and for what is no email', async () => {
    const { client, sent } = await setup();
    const before = sent().length;

    await expect(updateEmail(client, 'lovelace')).rejects.toMatchObject({ name: 'OptionError' });
    void client.reset();
    await expect(updateEmail(client, lovelace.email)).rejects.toMatchObject({ name: 'OptionError' });

    expect(sent()).toHaveLength(before);
  });
});
