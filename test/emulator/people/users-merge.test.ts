import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArrayMerge } from '../../../src/admin/operations/users.js';
import type { DataFields } from '../../../src/api/models/data-fields.js';
import { heldLatency, settled } from '../support/latency.js';
import { setup } from '../support/people.js';

const from = { email: 'old@example.com' };
const into = { email: 'new@example.com' };
const names = { sourceEmail: from.email, destinationEmail: into.email };

/** Two users, and what the destination is after a merge. */
async function merged(source: DataFields, destination: DataFields, arrayMerge?: ArrayMerge[]) {
  const { admin, inspect } = setup();
  await admin.users.update({ ...from, dataFields: source });
  await admin.users.update({ ...into, dataFields: destination });
  await admin.users.merge({ ...names, ...(arrayMerge && { arrayMerge }) });
  return inspect.person(into)?.dataFields;
}

describe('a merge', () => {
  it('keeps the fields of the destination, adds those it has not, and deletes the source', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ ...from, dataFields: { name: 'Old', city: 'Rome' } });
    await admin.users.update({ ...into, dataFields: { name: 'New', tags: ['a'] } });

    await admin.users.merge(names);

    expect(inspect.people).toMatchObject([
      { ...into, dataFields: { name: 'New', city: 'Rome', tags: ['a'] } },
    ]);
    expect(await admin.users.getByEmail(from)).toEqual({});
  });

  it('moves events, lists, devices and what was unsubscribed', async () => {
    const { admin, adminWith, inspect } = setup();
    await admin.users.update(into);
    const { listId } = await admin.lists.create({ name: 'Sale' });
    await admin.lists.subscribe({ listId, subscribers: [from, into] });
    await admin.events.track({ ...from, eventName: 'seen' });
    await adminWith('web').users.registerBrowserToken({ ...from, browserToken: 'token' });

    await admin.users.merge(names);

    expect(await admin.lists.getSize({ listId })).toBe(1);
    expect(inspect.events('customEvent')).toMatchObject([{ ...into, fields: { eventName: 'seen' } }]);
    expect(inspect.person(into)?.browserTokens).toEqual(['token']);
  });

  it('gives the destination what was received for the source before', async () => {
    const { admin, emulator, inspect } = setup({ latency: heldLatency() });
    await admin.users.update(into);
    await admin.events.track({ ...from, eventName: 'seen' });

    await admin.users.merge(names);
    await settled(emulator);

    expect(inspect.events('customEvent')).toMatchObject([into]);
  });

  it('renames the source to a destination that is unknown (decision 30)', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ ...from, dataFields: { name: 'Old' } });

    await admin.users.merge(names);

    expect(inspect.people).toMatchObject([{ ...into, dataFields: { name: 'Old' } }]);
    expect(inspect.person(from)).toBeUndefined();
  });

  it('leaves nothing under the id that the source had (decision 30)', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ userId: 'a' });

    await admin.users.merge({ sourceUserId: 'a', destinationUserId: 'b' });

    expect(await admin.users.getByUserId({ userId: 'a' })).toEqual({});
    expect(inspect.people).toMatchObject([{ userId: 'b' }]);
  });

  it('is refused when the fields of both are too many (Limits)', async () => {
    const { admin, inspect } = setup();
    const fields = (name: string) =>
      Object.fromEntries(Array.from({ length: 600 }, (_, number) => [`${name}${number}`, 1]));
    await admin.users.update({ ...from, dataFields: fields('a') });
    await admin.users.update({ ...into, dataFields: fields('b') });

    await expect(admin.users.merge(names)).rejects.toMatchObject({ code: 'UniqueFieldsLimitExceeded' });
    expect(inspect.people).toHaveLength(2);
  });

  it('answers 400 for an unknown source (decision 30)', async () => {
    const { admin } = setup();
    await admin.users.update(into);

    await expect(admin.users.merge(names)).rejects.toMatchObject({ status: 400, code: 'UnknownEmailError' });
  });

  it('answers 409 when either was forgotten (decision 30)', async () => {
    const { admin } = setup();
    await admin.users.update({ userId: 'b' });
    await admin.users.forget(from);

    const asSource = admin.users.merge({ sourceEmail: from.email, destinationUserId: 'b' });
    const asDestination = admin.users.merge({ sourceUserId: 'b', destinationEmail: from.email });

    for (const merge of [asSource, asDestination]) {
      await expect(merge).rejects.toMatchObject({ status: 409, code: 'ForgottenUserError' });
    }
  });

  it.each([
    [
      'both names of the source',
      { sourceEmail: 'a@b.cc', sourceUserId: 'a', destinationUserId: 'b' },
      'source',
    ],
    ['no name of the destination', { sourceUserId: 'a' }, 'destination'],
  ])('refuses %s (convention 2)', async (_, body, named) => {
    const { call } = setup();

    const { status, answer } = await call('POST /api/users/merge', body);

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain(`\`${named}Email\` or \`${named}UserId\``);
  });

  it('refuses to merge a user into the same one', async () => {
    const { admin } = setup();
    await admin.users.update(from);

    const merge = admin.users.merge({ sourceEmail: from.email, destinationEmail: 'OLD@example.com' });

    await expect(merge).rejects.toMatchObject({ status: 400, code: 'BadParams' });
  });
});

describe('arrayMerge (MergeUsersRequest)', () => {
  it('keeps the array of the destination where it is not asked for', async () => {
    expect(await merged({ tags: ['a', 'b'] }, { tags: ['c'] })).toEqual({ tags: ['c'] });
  });

  it('adds the items of the source that equal none of the destination', async () => {
    const tags = await merged({ tags: ['a', 'b', 'b'] }, { tags: ['b', 'c'] }, [{ field: 'tags' }]);
    expect(tags).toEqual({ tags: ['b', 'c', 'a'] });
  });

  it('compares whole objects without dedupeBy', async () => {
    const source = {
      pets: [
        { id: 1, name: 'Rex' },
        { name: 'Tom', id: 2 },
      ],
    };
    const destination = {
      pets: [
        { id: 1, name: 'Max' },
        { id: 2, name: 'Tom' },
      ],
    };

    expect(await merged(source, destination, [{ field: 'pets' }])).toEqual({
      pets: [...destination.pets, { id: 1, name: 'Rex' }],
    });
  });

  it('compares objects by one field with dedupeBy; those without it all stay', async () => {
    const source = { pets: [{ id: 1, name: 'Rex' }, { id: 3, name: 'Tom' }, { name: 'Nobody' }] };
    const destination = { pets: [{ id: 1, name: 'Max' }, { name: 'Anybody' }] };

    expect(await merged(source, destination, [{ field: 'pets', dedupeBy: 'id' }])).toEqual({
      pets: [...destination.pets, { id: 3, name: 'Tom' }, { name: 'Nobody' }],
    });
  });

  it('takes a value that is no array for an array of one', async () => {
    expect(await merged({ color: 'red' }, { color: 'blue' }, [{ field: 'color' }])).toEqual({
      color: ['blue', 'red'],
    });
  });

  it('leaves what a profile update can write again', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ ...from, dataFields: { color: 'red' } });
    await admin.users.update({ ...into, dataFields: { color: 'blue' } });
    await admin.users.merge({ ...names, arrayMerge: [{ field: 'color' }] });

    await admin.users.update({ ...into, dataFields: { color: ['blue', 'red', 'green'] } });

    expect(inspect.person(into)?.dataFields).toEqual({ color: ['blue', 'red', 'green'] });
  });

  it('takes over an array that only one of them has', async () => {
    expect(await merged({ a: [1] }, { b: [2] }, [{ field: 'a' }, { field: 'b' }, { field: 'c' }])).toEqual({
      a: [1],
      b: [2],
    });
  });

  it('fails the whole merge when dedupeBy is asked of items that are no objects', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ ...from, dataFields: { tags: ['a'], city: 'Rome' } });
    await admin.users.update({ ...into, dataFields: { pets: [{ id: 1 }] } });

    const arrayMerge = [
      { field: 'pets', dedupeBy: 'id' },
      { field: 'tags', dedupeBy: 'id' },
    ];
    const merge = admin.users.merge({ ...names, arrayMerge });

    await expect(merge).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('`dedupeBy`') as string,
    });
    expect(inspect.people).toHaveLength(2);
    expect(inspect.person(into)?.dataFields).toEqual({ pets: [{ id: 1 }] });
  });

  it('loses nothing of either, repeats nothing of both, and adds nothing when done again', async () => {
    const pet = fc.record({ id: fc.nat({ max: 3 }), name: fc.constantFrom('Rex', 'Tom') });
    const pets = fc.array(pet, { maxLength: 5 });
    const dedupeBy = fc.constantFrom(undefined, 'id', 'name', 'unknown');
    const run = fc.asyncProperty(pets, pets, dedupeBy, async (source, destination, field) => {
      const arrayMerge = [{ field: 'pets', ...(field !== undefined && { dedupeBy: field }) }];
      const merge = async (target: object[]) =>
        (await merged({ pets: source }, { pets: target }, arrayMerge))?.['pets'] as typeof source;
      const keyOf = (one: DataFields) =>
        JSON.stringify(field === undefined ? one : one[field]) as string | undefined;
      const keys = new Set(destination.filter((one) => keyOf(one) !== undefined).map(keyOf));

      const result = await merge(destination);

      expect(result.slice(0, destination.length)).toEqual(destination);
      expect(result.slice(destination.length)).toEqual(source.filter((one) => !keys.has(keyOf(one))));
      const every = field === 'unknown' ? [...result, ...source] : result;
      expect(await merge(result)).toEqual(every);
    });
    await fc.assert(run, { numRuns: 60 });
  });

  it('takes a value of one that is an array of the other (MergeUsersRequest)', async () => {
    expect(
      await merged({ pets: { id: 1 } }, { pets: { id: 2 } }, [{ field: 'pets', dedupeBy: 'id' }]),
    ).toEqual({ pets: [{ id: 2 }, { id: 1 }] });
  });
});
