import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';

/** An admin whose calls are all answered alike; with nothing, they are accepted. */
function setup(answer: unknown) {
  const fetch = async () =>
    answer === undefined ? new Response(null, { status: 202 }) : Response.json(answer);
  return createAdmin({ apiKey: 'key', baseUrl: 'https://api.example.com', fetch });
}

describe('an upsert of a template', () => {
  it.each([
    ['Upserted 1 template with IDs: 123', [123]],
    ['Upserted 2 templates with IDs: 12, 345', [12, 345]],
    ['Upserted. ID: 9.', [9]],
    ['Done', []],
    ['', []],
  ])('tells the ids in %j', async (msg, templateIds) => {
    const answer = { msg, code: 'Success' };

    const read = await setup(answer).templates.sms.upsert({ clientTemplateId: 'spring' });

    expect(read).toEqual({ ...answer, templateIds });
  });

  it('tells no ids where it was accepted without a word', async () => {
    const read = await setup(undefined).templates.inApp.upsert({ clientTemplateId: 'spring' });

    expect(read).toEqual({ templateIds: [] });
  });

  it.each(['email', 'embedded', 'inApp', 'push', 'sms'] as const)('tells them of %s', async (channel) => {
    const { templates } = setup({ msg: 'IDs: 7', code: 'Success' });

    expect(await templates[channel].upsert({ clientTemplateId: 'a' })).toMatchObject({ templateIds: [7] });
  });
});

describe('an export job', () => {
  it.each([
    ['queued', 'Enqueued'],
    ['enqueued', 'Enqueued'],
    ['RUNNING', 'Running'],
    ['completed', 'Completed'],
    ['Failed', 'Failed'],
    ['cancelling', 'cancelling'],
  ])('that is %s is said to be %s', async (jobState, state) => {
    const files = { jobId: 1, jobState, exportTruncated: false, files: [] };

    expect(await setup(files).exports.getFiles({ jobId: 1 })).toEqual({ ...files, jobState: state });
    expect(await setup({ jobs: [{ id: 1, jobState }] }).exports.listJobs()).toEqual({
      jobs: [{ id: 1, jobState: state }],
    });
  });

  it('is not made up where there is none', async () => {
    expect(await setup({}).exports.listJobs()).toEqual({});
  });
});

describe('the times of a template', () => {
  const at = Date.UTC(2026, 0, 15, 12);
  const told = [
    ['a number', at],
    ['a text with milliseconds', '2026-01-15T12:00:00.000Z'],
    ['a text with a zone', '2026-01-15T13:00:00+01:00'],
    ['a text with spaces', '2026-01-15 12:00:00 +0000'],
    ['a text without a zone', '2026-01-15T12:00:00'],
    ['a text of digits', String(at)],
  ] as const;

  it.each(told)('are numbers in a list, told as %s', async (_, time) => {
    const { templates } = setup({ templates: [{ templateId: 1, createdAt: time, updatedAt: time }] });

    expect(await templates.list()).toEqual({ templates: [{ templateId: 1, createdAt: at, updatedAt: at }] });
  });

  it.each(['email', 'embedded', 'inApp', 'push', 'sms'] as const)(
    'are numbers in one of %s',
    async (medium) => {
      for (const [, time] of told) {
        const answer = { templateId: 1, createdAt: time, metadata: { templateId: 1, updatedAt: time } };

        const read = await setup(answer).templates[medium].get({ templateId: 1 });

        expect(read).toEqual({ templateId: 1, createdAt: at, metadata: { templateId: 1, updatedAt: at } });
      }
    },
  );

  it('are not made up, and left as they are where they are none', async () => {
    const odd = { templateId: 1, createdAt: 'long ago', updatedAt: null };

    expect(await setup(odd).templates.sms.get({ templateId: 1 })).toEqual(odd);
    expect(await setup({ templateId: 1 }).templates.sms.get({ templateId: 1 })).toEqual({ templateId: 1 });
  });
});

describe('the time of a catalog item', () => {
  const catalogName = 'Mugs';

  it.each([1_768_478_400_000, '2026-01-15T12:00:00.000Z'])(
    'is a number, told as %j',
    async (lastModified) => {
      const { catalogs } = setup({
        catalogItemsWithProperties: [{ itemId: 'red', lastModified }],
        itemId: 'red',
        lastModified,
      });

      expect((await catalogs.items.list({ catalogName })).catalogItemsWithProperties).toEqual([
        { itemId: 'red', lastModified: 1_768_478_400_000 },
      ]);
      expect(await catalogs.items.get({ catalogName, itemId: 'red' })).toMatchObject({
        lastModified: 1_768_478_400_000,
      });
    },
  );
});
