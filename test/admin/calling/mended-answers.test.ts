import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';

/** An admin whose calls are all answered alike. */
function setup(answer: unknown) {
  const fetch = async () => (answer === undefined ? new Response() : Response.json(answer));
  return createAdmin({ apiKey: 'key', baseUrl: 'https://api.example.com', fetch });
}

describe('an upsert of a template', () => {
  it.each([
    ['Upserted 1 template with IDs: 123', [123]],
    ['Upserted 2 templates with IDs: 12, 345', [12, 345]],
    ['Upserted. ID: 9.', [9]],
    ['Done', []],
    ['', []],
    [undefined, []],
  ])('tells the ids in %j', async (msg, templateIds) => {
    const answer = { msg, code: 'Success' };

    const read = await setup(answer).templates.sms.upsert({ clientTemplateId: 'spring' });

    expect(read).toEqual({ ...answer, templateIds });
  });

  it('tells no ids when the answer is empty', async () => {
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
