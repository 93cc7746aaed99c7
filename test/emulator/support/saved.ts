import { writeFileSync } from 'node:fs';
import { createEmulator } from '../../../src/emulator/app.js';
import type { CampaignRow } from '../../../src/emulator/state/project.js';

/** Writes a data file that holds the shop with a webhook that is on; gives a campaign that it is called for. */
export function addWebhook(data: string, endpoint: string): number {
  const saved = JSON.parse(createEmulator({ contents: 'shop' }).save()) as {
    tables: { webhooks: object; campaigns: [number, CampaignRow][] };
  };
  const isOn = { enabled: true, blastSendEnabled: true, triggeredSendEnabled: true };
  saved.tables.webhooks = [[1, { id: 1, endpoint, authType: 'NoAuth', ...isOn }]];
  writeFileSync(data, JSON.stringify(saved));
  const [id = 0] =
    saved.tables.campaigns.find(
      ([, { type, campaignState, messageMedium }]) =>
        type === 'Triggered' && campaignState === 'Running' && messageMedium === 'Email',
    ) ?? [];
  return id;
}
