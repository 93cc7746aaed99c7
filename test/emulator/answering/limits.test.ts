import { describe, expect, it } from 'vitest';
import { DAY, NOON, setup } from '../support/content.js';

type Tools = Awaited<ReturnType<typeof withShelf>>;
type Call = [route: string, body?: unknown];

const MINUTE = 60_000;

/** A service with a catalog, 51 labels, a list, templates, and a blast that is ready. */
async function withShelf() {
  const tools = setup();
  const { emulator, admin } = tools;
  for (let id = 1; id <= 51; id += 1) tools.put('labels', id, { id, name: `label ${id}` });
  await admin.catalogs.create({ catalogName: 'shelf' });
  const listId = await tools.list('ada@example.com');
  const templateId = await tools.template();
  const blast = { name: 'Blast', templateId, listIds: [listId], scheduleSend: false };
  const { campaignId: blastId } = await admin.campaigns.create(blast);
  const { campaignId: triggeredId } = await admin.campaigns.create({ name: 'Triggered', templateId });
  await admin.campaigns.activateTriggered({ campaignId: triggeredId });

  async function send([route, body]: Call) {
    const [method = '', path = ''] = route.split(' ');
    const response = await emulator.fetch(`http://emulator${path}`, {
      method,
      headers: { 'Api-Key': emulator.keys.server },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { code?: string; msg?: string };
    return { status: response.status, ...answer };
  }
  return { ...tools, send, listId, templateId, blastId, triggeredId };
}

const letters = (count: number) => 'a'.repeat(count);
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
/** An object that takes so many bytes as JSON. */
const sized = (bytes: number) => ({ a: letters(bytes - '{"a":""}'.length) });
const items = (count: number) => Object.fromEntries(many(count, (index) => [`item-${index}`, { a: 1 }]));
const upload = (documents: object) => ({ documents, replaceUploadedFieldsOnly: false });
/** A time as the service writes it. */
const written = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
const pushButton = (index: number) => ({ identifier: `${index}`, title: 'Go', openApp: true });

/** A batch of users whose body takes so many bytes. */
function batch(bytes: number) {
  const of = (text: string) => ({ users: [{ email: 'ada@example.com', dataFields: { text } }] });
  return of(letters(bytes - JSON.stringify(of('')).length));
}

/** Each limit of the table, and of the decisions: the field it is about, the most it allows, and a call with that much. */
const table: [
  limit: string,
  field: string,
  most: number,
  call: (much: number, tools: Tools) => Call,
  code?: string,
][] = [
  ['campaigns on a page', 'pageSize', 1_000, (much) => [`GET /api/campaigns?pageSize=${much}`]],
  ['templates on a page (decision 41)', 'pageSize', 1_000, (much) => [`GET /api/templates?pageSize=${much}`]],
  ['journeys on a page (decision 42)', 'pageSize', 50, (much) => [`GET /api/journeys?pageSize=${much}`]],
  [
    'events of a user (decision 28)',
    'limit',
    200,
    (much) => [`GET /api/events/ada@example.com?limit=${much}`],
  ],
  [
    'sent messages (decision 28)',
    'limit',
    1_000,
    (much) => [`GET /api/users/getSentMessages?email=ada@example.com&limit=${much}`],
  ],
  [
    'items of an upload',
    'documents',
    1_000,
    (much) => ['POST /api/catalogs/shelf/items', upload(items(much))],
    'BatchTooLarge',
  ],
  [
    'bytes of an item of an upload',
    'documents.a',
    30_000,
    (much) => ['POST /api/catalogs/shelf/items', upload({ a: sized(much) })],
  ],
  [
    'bytes of a catalog item, replaced',
    'value',
    30_000,
    (much) => ['PUT /api/catalogs/shelf/items/a', { value: sized(much) }],
  ],
  [
    'bytes of a catalog item, updated',
    'update',
    30_000,
    (much) => ['PATCH /api/catalogs/shelf/items/a', { update: sized(much) }],
  ],
  [
    'bytes of a metadata value',
    'value',
    30_000,
    (much) => ['PUT /api/metadata/prices/a', { value: sized(much) }],
  ],
  ['characters of a catalog name', 'catalogName', 255, (much) => [`POST /api/catalogs/${letters(much)}`]],
  [
    'characters of an item id',
    'itemId',
    255,
    (much) => [`PUT /api/catalogs/shelf/items/${letters(much)}`, { value: {} }],
  ],
  [
    'labels of a campaign',
    'labelIds',
    50,
    (much, { templateId }) => [
      'POST /api/campaigns/create',
      { name: 'Labelled', templateId, labelIds: many(much, (index) => index + 1) },
    ],
  ],
  [
    'seconds to a blast in the recipients’ zones',
    'sendAt',
    21 * 86_400,
    (much, { templateId, listId }) => [
      'POST /api/campaigns/create',
      {
        name: 'Far',
        templateId,
        listIds: [listId],
        sendAt: written(NOON + much * 1_000),
        sendMode: 'RecipientTimeZone',
        startTimeZone: 'UTC',
        defaultTimeZone: 'UTC',
      },
    ],
  ],
  [
    'seconds to a campaign that is scheduled',
    'sendAt',
    7 * 86_400,
    (much, { blastId }) => [
      `POST /api/campaigns/${blastId}/schedule`,
      { sendAt: new Date(NOON + much * 1_000).toISOString() },
    ],
  ],
  [
    'seconds to a single send',
    'sendAt',
    365 * 86_400,
    (much, { triggeredId }) => [
      'POST /api/email/target',
      {
        campaignId: triggeredId,
        recipientEmail: 'ada@example.com',
        sendAt: written(NOON + much * 1_000),
      },
    ],
  ],
  [
    'bytes of the id of a purchase',
    'id',
    512,
    (much) => [
      'POST /api/commerce/trackPurchase',
      { id: letters(much), user: { email: 'ada@example.com' }, items: [], total: 1 },
    ],
  ],
  [
    'bytes of the id of an event (decision 14)',
    'id',
    512,
    (much) => ['POST /api/events/track', { id: letters(much), email: 'ada@example.com', eventName: 'seen' }],
  ],
  [
    'fields of a user',
    'dataFields',
    1_000,
    (much) => [
      'POST /api/users/update',
      {
        email: 'new@example.com',
        dataFields: Object.fromEntries(many(much, (index) => [`field${index}`, 1])),
      },
    ],
    'UniqueFieldsLimitExceeded',
  ],
  [
    'buttons of a push template',
    'buttons',
    3,
    (much) => [
      'POST /api/templates/push/upsert',
      { clientTemplateId: 'push', buttons: many(much, pushButton) },
    ],
  ],
  [
    'buttons of an embedded template',
    'elements.buttons',
    2,
    (much) => [
      'POST /api/templates/embedded/upsert',
      { clientTemplateId: 'embedded', elements: { buttons: many(much, () => ({ title: 'Go' })) } },
    ],
  ],
  [
    'characters of the name of a snippet',
    'name',
    100,
    (much) => ['POST /api/snippets', { name: letters(much), content: 'x' }],
  ],
  [
    'bytes of a batch of users (decision 29)',
    'users',
    4_000_000,
    (much) => ['POST /api/users/bulkUpdate', batch(much)],
    'BatchTooLarge',
  ],
];

describe('the table of Limits', () => {
  it.each(table)('takes as many %s as it says, and refuses one more, naming `%s`', async (...row) => {
    const [, field, most, call, code = 'BadParams'] = row;
    const tools = await withShelf();

    // First the one that is refused: what is taken could be in the way of another.
    const over = await tools.send(call(most + 1, tools));
    const just = await tools.send(call(most, tools));

    expect(over).toMatchObject({ status: 400, code });
    expect(over.msg).toContain(`\`${field}\``);
    expect([200, 201, 202]).toContain(just.status);
  });

  it('gives pages of 20 campaigns and of 10 catalogs and items, unless a call says otherwise', async () => {
    const { admin, send, templateId } = await withShelf();
    for (let count = 0; count < 20; count += 1) {
      await admin.campaigns.create({ name: `Campaign ${count}`, templateId });
      await admin.catalogs.create({ catalogName: `catalog-${count}` });
    }
    await send(['POST /api/catalogs/shelf/items', upload(items(11))]);

    expect((await admin.campaigns.list({ page: 1 })).campaigns).toHaveLength(20);
    expect((await admin.catalogs.list()).catalogNames).toHaveLength(10);
    expect(
      (await admin.catalogs.items.list({ catalogName: 'shelf' })).catalogItemsWithProperties,
    ).toHaveLength(10);
  });

  it('lets the address of an export file be used for 30 minutes', async () => {
    const { admin, clock, emulator } = await withShelf();
    const { jobId } = await admin.exports.start({ dataTypeName: 'user', outputFormat: 'text/csv' });
    clock.advance(2_000);
    const [file] = (await admin.exports.getFiles({ jobId })).files;

    clock.advance(30 * MINUTE - 1);
    expect((await emulator.fetch(file?.url ?? '')).status).toBe(200);
    clock.advance(1);
    const late = await emulator.fetch(file?.url ?? '');

    expect(late.status).toBe(403);
    expect(await late.json()).toMatchObject({
      code: 'Forbidden',
      msg: expect.stringContaining('`expires`') as string,
    });
  });

  it('lets an in-app message expire 90 days after it was sent', async () => {
    const { admin, clock } = await withShelf();
    const { templateIds } = await admin.templates.inApp.upsert({ clientTemplateId: 'in-app', html: 'Hi' });
    const templateId = templateIds[0] ?? 0;
    const { campaignId } = await admin.campaigns.create({ name: 'In-app', templateId });
    await admin.campaigns.activateTriggered({ campaignId });
    await admin.inApp.target({ campaignId, recipientEmail: 'ada@example.com' });
    const shown = async () =>
      (await admin.inApp.getMessages({ email: 'ada@example.com', count: 9, platform: 'iOS' } as never))
        .inAppMessages;

    expect(await shown()).toMatchObject([{ expiresAt: NOON + 90 * DAY }]);
    clock.advance(90 * DAY - 1);
    expect(await shown()).toHaveLength(1);
    clock.advance(1);
    expect(await shown()).toEqual([]);
  });
});
