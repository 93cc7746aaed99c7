import type { Admin } from 'tidings/admin';

/** Sends a campaign to one person; gives what was sent. */
export async function sendMessage(
  admin: Admin,
  campaignId: number,
  email: string,
) {
  await admin.inApp.target({
    campaignId,
    recipientEmail: email,
  });

  const { messages } = await admin.users.getSentMessages({
    email,
    campaignIds: [campaignId],
    limit: 1,
  });
  return messages[0];
}
