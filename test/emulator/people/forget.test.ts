import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { heldLatency, settled } from '../support/latency.js';
import { setup } from '../support/people.js';

const ada = { email: 'Ada@Example.com' };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('forgetting a user', () => {
  it('deletes the user and keeps hashes of the names in lower case (decision 27)', async () => {
    const { admin, inspect } = setup();
    await admin.users.update(ada);
    await admin.events.track({ ...ada, eventName: 'seen' });

    await admin.users.forget(ada);
    await admin.users.forget({ userId: 'Bo' });

    expect(inspect.people).toEqual([]);
    expect(inspect.events()).toEqual([]);
    expect(await admin.users.listForgottenEmails()).toEqual({ hashedEmails: [sha256('ada@example.com')] });
    expect(await admin.users.listForgottenUserIds()).toEqual({ hashedUserIds: [sha256('bo')] });
  });

  it('leaves no name to be read in what is saved', async () => {
    const { admin, emulator } = setup();
    await admin.users.update({ email: 'secret@example.com' });

    await admin.users.forget({ email: 'secret@example.com' });

    expect(emulator.save()).not.toContain('secret@example.com');
  });

  it('refuses all later calls for the user, with 409 where the contract declares it (decision 5)', async () => {
    const { admin, adminWith, inspect } = setup();
    await admin.users.forget(ada);
    const cart = { user: ada, items: [] };
    const [with400, with409] = [
      [
        admin.events.track({ ...ada, eventName: 'seen' }),
        admin.events.listByEmail(ada),
        admin.users.deleteByEmail(ada),
        admin.auth.invalidateJwts(ada),
      ],
      [
        admin.users.update(ada),
        admin.users.updateSubscriptions(ada),
        admin.users.updateEmail({ currentEmail: ada.email, newEmail: 'x@example.com' }),
        admin.commerce.updateCart(cart),
        admin.commerce.trackPurchase({ ...cart, total: 1 }),
        adminWith('web').users.registerBrowserToken({ ...ada, browserToken: 't' }),
      ],
    ];

    for (const call of with400) {
      await expect(call).rejects.toMatchObject({ status: 400, code: 'ForgottenUserError' });
    }
    for (const call of with409) {
      await expect(call).rejects.toMatchObject({ status: 409, code: 'ForgottenUserError' });
    }
    expect(inspect.people).toEqual([]);
  });

  it('refuses to give another user the email', async () => {
    const { admin } = setup();
    await admin.users.forget(ada);
    await admin.users.update({ userId: 'b' });

    const change = admin.users.updateEmail({ currentUserId: 'b', newEmail: 'ada@example.com' });

    await expect(change).rejects.toMatchObject({ status: 409, code: 'ForgottenUserError' });
  });

  it('reads as nobody, as for anyone unknown (decision 12)', async () => {
    const { admin } = setup();
    await admin.users.forget(ada);

    expect(await admin.users.getByEmail(ada)).toEqual({});
  });

  it('holds for both names of a user, and unforgetting one brings both back', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ userId: 'ada' });
    await admin.users.updateEmail({ currentUserId: 'ada', newEmail: ada.email });

    await admin.users.forget(ada);
    await expect(admin.users.update({ userId: 'ada' })).rejects.toMatchObject({ code: 'ForgottenUserError' });
    await admin.users.unforget(ada);
    await admin.users.update({ userId: 'ada' });

    expect(inspect.people).toMatchObject([{ userId: 'ada', dataFields: {} }]);
    expect(await admin.users.listForgottenEmails()).toEqual({ hashedEmails: [] });
    expect(await admin.users.listForgottenUserIds()).toEqual({ hashedUserIds: [] });
  });

  it('tells an email from an equal id', async () => {
    const { admin } = setup();

    await admin.users.forget({ userId: 'ada@example.com' });

    await expect(admin.users.update(ada)).resolves.toMatchObject({ code: 'Success' });
    expect(await admin.users.listForgottenEmails()).toEqual({ hashedEmails: [] });
  });

  it('says the same thing twice without a complaint (decision 46)', async () => {
    const { admin } = setup();
    await admin.users.forget(ada);

    await expect(admin.users.forget(ada)).resolves.toMatchObject({ code: 'Success' });
    expect((await admin.users.listForgottenEmails()).hashedEmails).toHaveLength(1);
  });

  it('does not write what was received before', async () => {
    const { admin, emulator, inspect } = setup({ latency: heldLatency() });
    await admin.users.update({ ...ada, dataFields: { name: 'Ada' } });

    await admin.users.forget(ada);
    await settled(emulator);

    expect(inspect.people).toEqual([]);
  });

  it('needs one name (convention 2)', async () => {
    const { call } = setup();

    for (const route of ['POST /api/users/forget', 'POST /api/users/unforget']) {
      expect((await call(route, {})).status).toBe(400);
      expect((await call(route, { email: 'a@b.cc', userId: 'a' })).status).toBe(400);
    }
  });
});
