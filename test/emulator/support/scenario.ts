import type { Scenario } from '../../../src/emulator/app.js';

/** A project by hand: of each kind at least one thing, and each that is named. */
export const shop = {
  channels: [{ id: 1, name: 'Letters', channelType: 'Marketing', messageMedium: 'Email' }],
  messageTypes: [{ id: 11, name: 'News', channelId: 1 }],
  labels: [{ id: 21, name: 'Spring' }],
  people: [
    {
      email: 'ada@example.com',
      userId: 'ada',
      dataFields: { firstName: 'Ada', locale: 'de-DE', timeZone: 'Europe/Berlin', tier: 'Gold' },
      devices: [{ token: 'device-1' }],
    },
    { email: 'ben@example.com', unsubscribedMessageTypeIds: [11] },
  ],
  lists: [{ id: 31, name: 'Readers', members: ['ada@example.com', 'ben@example.com'] }],
  snippets: [{ id: 41, name: 'sign-off', content: 'Yours, the shop' }],
  feeds: [{ id: 51, name: 'Weather', url: 'http://feeds.example/weather.json' }],
  placements: [{ id: 808, name: 'home-top' }],
  catalogs: [
    { name: 'products', items: { A1: { name: 'Mug', price: 14.5 } }, fieldTypes: { price: 'double' } },
  ],
  templates: [
    {
      id: 61,
      channel: 'email',
      clientTemplateId: 'welcome',
      messageTypeId: 11,
      subject: 'Welcome {{firstName}}',
      html: '<p>{{{snippet "sign-off"}}}</p>',
      locales: { 'de-DE': { subject: 'Willkommen {{firstName}}' } },
    },
    { id: 62, channel: 'embedded', title: 'Hello', placementId: 808, type: 'Triggered' },
    { id: 63, channel: 'inApp', html: '<p>Hi</p>', type: 'Triggered' },
  ],
  journeys: [{ id: 71, name: 'Welcome', triggerEventNames: ['signed-up'] }],
  campaigns: [
    { id: 81, name: 'Welcome', templateId: 61, workflowId: 71 },
    { id: 82, name: 'Spring', templateId: 61, listIds: [31], labelIds: [21], sendAt: '2026-03-01T09:00:00Z' },
    { id: 83, name: 'Banner', templateId: 62 },
  ],
  experiments: [
    { id: 91, name: 'Subject', campaignId: 81, variants: [{ name: 'A', templateId: 61, isControl: true }] },
  ],
} satisfies Scenario;
