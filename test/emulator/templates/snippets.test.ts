import { describe, expect, it } from 'vitest';
import { NOON, SECOND, setup } from '../support/content.js';

const refused = (status: number, reason: string) => ({
  status,
  body: { msg: expect.stringContaining(reason) as string },
});

describe('snippets', () => {
  it('are created with 201, and read by id and by name (decision 25)', async () => {
    const { admin, call } = setup();
    const answer = await call('/api/snippets', {
      name: 'My footer-1',
      content: '<p>{{name}}</p>',
      variables: ['name'],
    });
    expect(answer.status).toBe(201);
    const { snippetId } = answer.body as { snippetId: number };

    const snippet = {
      id: snippetId,
      name: 'My footer-1',
      content: '<p>{{name}}</p>',
      variables: ['name'],
      createdAt: new Date(NOON).toISOString(),
      createdBy: 'owner@emulator.example',
    };
    expect((await admin.snippets.get({ identifier: snippetId })).snippet).toMatchObject(snippet);
    expect((await admin.snippets.get({ identifier: 'My footer-1' })).snippet).toMatchObject(snippet);
    expect((await admin.snippets.list()).snippets).toMatchObject([snippet]);
  });

  it('are updated by id and by name; the name stays (Snippets)', async () => {
    const { admin, clock } = setup();
    const { snippetId = 0 } = await admin.snippets.create({
      name: 'footer',
      content: 'old',
      description: 'kept',
    });
    clock.advance(SECOND);

    await admin.snippets.update({
      identifier: snippetId,
      content: 'new',
      createdByUserId: 'ada@example.com',
    });
    expect((await admin.snippets.get({ identifier: 'footer' })).snippet).toMatchObject({
      content: 'new',
      description: 'kept',
      createdAt: new Date(NOON).toISOString(),
      updatedAt: new Date(NOON + SECOND).toISOString(),
      updatedBy: 'ada@example.com',
    });

    expect(await admin.snippets.update({ identifier: 'footer', content: 'newer' })).toEqual({ snippetId });
  });

  it('are created by a PUT of a name that is new, with 201; not of an id (decision 25)', async () => {
    const { admin, emulator } = setup();
    const put = (identifier: string) =>
      emulator.fetch(`http://emulator/api/snippets/${identifier}`, {
        method: 'PUT',
        headers: { 'Api-Key': emulator.keys.server },
        body: '{"content":"hi"}',
      });

    expect((await put('fresh')).status).toBe(201);
    expect((await put('fresh')).status).toBe(200);
    expect((await put('4711')).status).toBe(404);
    expect((await put('a.b')).status).toBe(400);
    expect((await admin.snippets.list()).snippets).toHaveLength(1);
  });

  it('are deleted', async () => {
    const { admin } = setup();
    const { snippetId } = await admin.snippets.create({ name: 'footer', content: 'x' });
    expect(await admin.snippets.delete({ identifier: 'footer' })).toEqual({ snippetId });
    await expect(admin.snippets.get({ identifier: 'footer' })).rejects.toMatchObject(refused(404, 'footer'));
    await expect(admin.snippets.delete({ identifier: 'footer' })).rejects.toMatchObject(
      refused(404, 'footer'),
    );
  });

  it('have names of their own', async () => {
    const { admin } = setup();
    await admin.snippets.create({ name: 'footer', content: 'x' });
    await expect(admin.snippets.create({ name: 'footer', content: 'y' })).rejects.toMatchObject(
      refused(400, '`name`'),
    );
  });

  it.each(['', 'a/b', 'ümlaut', 'a'.repeat(101)])('refuse the name %j (Limits, Snippets)', async (name) => {
    await expect(setup().admin.snippets.create({ name, content: 'x' })).rejects.toMatchObject(
      refused(400, '`name`'),
    );
  });

  it('refuse a variable that is no identifier', async () => {
    await expect(
      setup().admin.snippets.create({ name: 'a', content: 'x', variables: ['first name'] }),
    ).rejects.toMatchObject(refused(400, '`variables.0`'));
  });

  it('open to a read-only key for reading only', async () => {
    const { call, emulator } = setup();
    expect((await call('/api/snippets', undefined, emulator.keys.readOnly)).status).toBe(200);
    expect((await call('/api/snippets', { name: 'a', content: 'x' }, emulator.keys.readOnly)).status).toBe(
      403,
    );
  });
});

describe('the content of snippets', () => {
  it.each([
    '{{#if vip}}<b>VIP</b>{{/if}}',
    '<a href="https://example.com/?a=1&b=javascript:">link</a>',
    '<script type="application/ld+json">{"@type":"Offer","name":"{{name}}"}</script>',
    '<script type="application/json">{"price": {{price}} }</script>',
    '<script>{"a": 1}</script>',
    '<p class="on" data-on="x">once > twice</p>',
    'a < b and onclick=1',
  ])('may be %s', async (content) => {
    await expect(setup().admin.snippets.create({ name: 'a', content })).resolves.toHaveProperty('snippetId');
  });

  it.each([
    ['a template that is not valid', '{{#if vip}}never closed'],
    ['a script with a source', '<script src="https://example.com/a.js"></script>'],
    ['a script with code', '<script>alert(1)</script>'],
    ['a script with code after JSON', '<script>{"a":1}</script><SCRIPT >alert(1)</SCRIPT>'],
    ['code under the type of JSON', '<script type="application/json">alert(1)</script>'],
    ['code that the data would be', '<script>{{{code}}}</script>'],
    ['a script that never ends', '<script>alert(1)'],
    ['a handler', '<img src="x" onerror="alert(1)">'],
    ['a handler without quotes', '<img src=x ONERROR=alert(1)>'],
    ['a handler after a slash', '<svg/onload=alert(1)>'],
    ['a handler after a quoted bracket', '<img alt=">" onerror="alert(1)">'],
    ['a javascript: link', '<a href="javascript:alert(1)">x</a>'],
    ['one in disguise', '<a href=" JaVa&#115;cript&colon;alert(1)">x</a>'],
    ['one with a line break', '<a href="java\nscript:alert(1)">x</a>'],
    ['a javascript: source', "<iframe src='javascript:alert(1)'></iframe>"],
  ])('must not have %s (Snippets)', async (_, content) => {
    const { admin, inspect } = setup();
    await expect(admin.snippets.create({ name: 'a', content })).rejects.toMatchObject(
      refused(400, '`content`'),
    );
    expect(inspect.rows('snippets')).toEqual([]);
  });

  it('is checked in an update too', async () => {
    const { admin } = setup();
    await admin.snippets.create({ name: 'a', content: 'x' });
    await expect(
      admin.snippets.update({ identifier: 'a', content: '<b onclick="a()">' }),
    ).rejects.toMatchObject(refused(400, '`content`'));
  });
});
