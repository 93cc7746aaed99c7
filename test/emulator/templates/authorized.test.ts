import { describe, expect, it } from 'vitest';
import { refused } from '../support/campaigns.js';
import { setup } from '../support/content.js';

const clientTemplateId = 'a';

describe('the sender of an email (Templates)', () => {
  it.each(['shop@example.com', 'hello@mail.shop.example', 'a@Example.ORG'])(
    'may be %s where the project names no senders',
    async (fromEmail) => {
      const { admin } = setup();
      await expect(admin.templates.email.upsert({ clientTemplateId, fromEmail })).resolves.toBeDefined();
    },
  );

  it.each(['shop@bank.test', 'shop@notexample.com', 'example.com@bank.test'])(
    'must not be %s, also in an update',
    async (fromEmail) => {
      const { admin } = setup();
      const { email } = admin.templates;
      await expect(email.upsert({ clientTemplateId, fromEmail })).rejects.toMatchObject(
        refused(400, '`fromEmail`'),
      );
      const { templateIds } = await email.upsert({ clientTemplateId });
      await expect(email.update({ templateId: templateIds[0] ?? 0, fromEmail })).rejects.toMatchObject(
        refused(400, '`fromEmail`'),
      );
    },
  );

  it('is one of those that the project names, and no other', async () => {
    const { admin } = setup({ senders: ['news@shop.test', 'mail.test'] });
    const { email } = admin.templates;
    for (const fromEmail of ['news@shop.test', 'any@mail.test'])
      await email.upsert({ clientTemplateId, fromEmail });
    for (const fromEmail of ['other@shop.test', 'shop@example.com']) {
      await expect(email.upsert({ clientTemplateId, fromEmail })).rejects.toMatchObject(
        refused(400, '`fromEmail`'),
      );
    }
  });
});

describe('who made a template', () => {
  it('must be a member of the project', async () => {
    const { admin } = setup({ members: ['ada@example.com'] });
    const { push } = admin.templates;
    for (const creatorUserId of ['ada@example.com', 'owner@emulator.example']) {
      await push.upsert({ clientTemplateId, creatorUserId });
    }
    await expect(
      push.upsert({ clientTemplateId: 'b', creatorUserId: 'eve@example.com' }),
    ).rejects.toMatchObject(refused(400, '`creatorUserId`'));
    expect((await admin.templates.list()).templates).toHaveLength(1);
  });
});
