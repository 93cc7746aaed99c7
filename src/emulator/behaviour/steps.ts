import type { DataFields } from '../../api/models/data-fields.js';
import { startJourneys } from '../campaigns/journeys.js';
import { recordEvent } from '../events/event-store.js';
import { sendMessage } from '../messages/sending.js';
import type { Person } from '../people/person.js';
import { cameUnknown, visitInbox, visitUnknown } from '../reactions/sessions.js';
import { basketOf, buy, type Basket } from '../seed/history.js';
import type { Luck } from '../seed/luck.js';
import { campaignsOf, type CampaignRow } from '../state/project.js';
import type { Service } from '../state/service.js';

/** What someone does at the shop, and what the shop's own programs do then. */
export type Step =
  | { kind: 'event'; eventName: string; fields: DataFields }
  | { kind: 'order'; basket: Basket; credit: DataFields }
  /** The site shows a message that it has for its visitors. */
  | { kind: 'site' }
  | { kind: 'inbox' }
  /** They bring someone whom nobody knows. */
  | { kind: 'unknown' }
  /** Something that they looked at is there again. */
  | { kind: 'stock'; itemName: string };

/** An order of what chance picks; credited to what led to it. */
export function order(luck: Luck, credit: DataFields = {}): Step {
  return { kind: 'order', basket: basketOf(luck), credit };
}

/** Does a step. A shop that lacks a campaign, or whose campaign does not run, sends nothing. */
export function takeStep(service: Service, person: Person, step: Step): void {
  if (step.kind === 'event') track(service, person, step);
  else if (step.kind === 'order') placeOrder(service, person, step);
  else if (step.kind === 'inbox') visitInbox(service, person);
  else if (step.kind === 'unknown') bringUnknown(service, person);
  else if (step.kind === 'site') showSiteMessage(service, person);
  else {
    const campaign = running(
      service,
      person.devices.length ? 'Back in stock' : 'Back in stock, in the browser',
    );
    if (campaign) sendMessage(service, { campaign, person, dataFields: { itemName: step.itemName } });
  }
}

/** Has someone bring a stranger. Strangers bring none: there would be more and more of them. */
function bringUnknown(service: Service, person: Person): void {
  if (!cameUnknown(person)) visitUnknown(service);
}

function track(
  service: Service,
  person: Person,
  { eventName, fields }: { eventName: string; fields: DataFields },
): void {
  recordEvent(service, 'customEvent', person, { eventName, ...fields });
  startJourneys(service, person, { eventName, dataFields: fields });
}

/** Records an order and what the shop writes of it; one in three parcels is announced by text message. */
function placeOrder(
  service: Service,
  person: Person,
  { basket, credit }: { basket: Basket; credit: DataFields },
): void {
  const bought = buy(service, person, { basket, campaign: running(service, 'Order confirmation'), credit });
  startJourneys(service, person, { eventName: 'purchase', dataFields: bought });
  const delivery = basket.length % 3 ? undefined : running(service, 'Out for delivery');
  if (delivery) sendMessage(service, { campaign: delivery, person });
}

/** Shows one of the messages of the site that this person has not got yet. */
function showSiteMessage(service: Service, person: Person): void {
  const ofSite = [...campaignsOf(service).values()].filter(
    ({ messageMedium, type, campaignState, workflowId }) =>
      (messageMedium === 'InApp' || messageMedium === 'Embedded') &&
      type === 'Triggered' &&
      campaignState === 'Running' &&
      workflowId === undefined,
  );
  const campaign = ofSite[person.id % Math.max(1, ofSite.length)];
  if (campaign) sendMessage(service, { campaign, person });
}

function running(service: Service, wanted: string): CampaignRow | undefined {
  return [...campaignsOf(service).values()].find(
    ({ name, type, campaignState }) => name === wanted && type === 'Triggered' && campaignState === 'Running',
  );
}
