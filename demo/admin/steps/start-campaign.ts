import type { Admin } from 'tidings/admin';

/** Makes a campaign of a template, and starts it. */
export async function startCampaign(
  admin: Admin,
  templateId: number,
  name: string,
) {
  const { campaignId } = await admin.campaigns.create({
    name,
    templateId,
  });
  await admin.campaigns.activateTriggered({ campaignId });
  await admin.waitFor.campaign(
    { campaignId, state: 'Running' },
    { every: 500, timeout: 15_000 },
  );
  return campaignId;
}
