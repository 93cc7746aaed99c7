import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';
import { serve } from '../../support/serve.js';
import { expectWhole } from '../support/bulk.js';

/** An admin of a service that answers calls with many users as told, and how many calls arrived there. */
async function setup(answer: (emails: string[]) => { status?: number; body: object }) {
  const { baseUrl, arrivals } = await serve((response: ServerResponse, { body }) => {
    const { users } = JSON.parse(body) as { users: { email: string }[] };
    const { status = 200, body: told } = answer(users.map(({ email }) => email));
    response.writeHead(status).end(JSON.stringify(told));
  });
  return { admin: createAdmin({ apiKey: 'key', baseUrl, pace: false }), arrivals };
}

const users = (count: number, email: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ email: email(index) }));
const good = users(10, (index) => `user-${index}@example.com`);
const bad = users(1_000, (index) => `user-${index}`);

describe('a bad list of emails', () => {
  it('that the service counts as failed, and names nobody of, costs one call', async () => {
    const { admin, arrivals } = await setup(({ length }) => ({
      body: { successCount: 0, failCount: length },
    }));

    const report = await admin.bulk.updateUsers(bad);

    expectWhole(report);
    expect(report).toMatchObject({ sent: 0, failed: 1_000 });
    expect(report.failures[0]).toMatchObject({ index: 0, reason: 'refused', retryable: false });
    expect(arrivals).toHaveLength(1);
  });

  it('that the service refuses as a whole costs one call more, and those among them that are right are sent', async () => {
    const { admin, arrivals } = await setup((emails) =>
      emails.every((email) => email.includes('@'))
        ? { body: { successCount: emails.length, failCount: 0 } }
        : { status: 400, body: { code: 'InvalidEmailAddressError', msg: 'That is no email' } },
    );

    const report = await admin.bulk.updateUsers([...good, ...bad], { chunkSize: 1_010 });

    expectWhole(report);
    expect(report).toMatchObject({ sent: 10, failed: 1_000 });
    expect(report.failures[0]).toMatchObject({
      index: 10,
      reason: 'invalidEmail',
      code: 'InvalidEmailAddressError',
    });
    expect(arrivals).toHaveLength(2);
  });

  it('costs one call after others were taken, where none of them is right', async () => {
    const { admin, arrivals } = await setup((emails) =>
      emails.every((email) => email.includes('@'))
        ? { body: { successCount: emails.length, failCount: 0 } }
        : { status: 400, body: { code: 'InvalidEmailAddressError', msg: 'That is no email' } },
    );

    const report = await admin.bulk.updateUsers([...good, ...bad], { chunkSize: 10, concurrency: 1 });

    expect(report).toMatchObject({ sent: 10, failed: 1_000 });
    expect(arrivals).toHaveLength(101);
  });
});
