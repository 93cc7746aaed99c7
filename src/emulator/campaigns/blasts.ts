import { audienceOf } from './audience.js';
import { enter, plan } from './campaign-states.js';
import { campaignsOf, type CampaignRow, type CampaignState } from '../state/project.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { lastSlot, nextSlot, PACED_SEND } from './pace.js';
import { presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { isTimeZone, sendTime } from './send-times.js';
import { sendMessage } from '../messages/sending.js';
import type { Service } from '../state/service.js';
import { SECOND } from '../time.js';

/** How long a campaign is Starting, and Running after its last message, in milliseconds: long enough to be seen. */
export const STEP = SECOND;

/** The field of a profile that names the person's IANA zone. */
const TIME_ZONE_FIELD = 'timeZone';

interface Step {
  campaignId: number;
  /** Who gets the message at this step. */
  personIds?: number[];
  options?: SendOptions;
}

/** How a campaign's message is sent to people. */
interface SendOptions {
  dataFields?: DataFields;
  allowRepeat?: boolean;
}

/** Has the clock take blasts from one state to the next (decision 20). Once for each service. */
export function followBlasts(service: Service): void {
  const on = (kind: string, state: CampaignState, work: (campaign: CampaignRow, step: Step) => void) => {
    service.clock.on<Step>(kind, (step) => {
      const campaign = campaignsOf(service).get(step.campaignId);
      if (campaign?.campaignState === state) work(campaign, step);
    });
  };
  on('blast-start', 'Scheduled', (campaign) => startBlast(service, campaign, campaign.startAt));
  on('blast-run', 'Starting', (campaign) => runBlast(service, campaign));
  on('blast-send', 'Running', (campaign, { personIds = [] }) => {
    const people = personIds.flatMap((id) => presentPerson(service, { id }) ?? []);
    // Two who are one by now are to get it once.
    sendTo(service, campaign, people, { allowRepeat: false });
  });
  on('blast-finish', 'Running', (campaign) => {
    const last = lastSlot(service, campaign);
    if (last === undefined) enter(service, campaign, 'Finished');
    else plan(service, campaign, last + STEP, 'blast-finish');
  });
  on(PACED_SEND, 'Running', (campaign, { personIds = [], options = {} }) => {
    for (const id of personIds) {
      const person = presentPerson(service, { id });
      if (person) sendOne(service, campaign, person, options);
    }
  });
}

/** Has a blast sent at a time; at once when that is past. */
export function scheduleBlast(service: Service, campaign: CampaignRow, sendAt: number): void {
  if (sendAt <= service.clock.now()) {
    startBlast(service, campaign, service.clock.now());
    return;
  }
  enter(service, campaign, 'Scheduled', { startAt: sendAt });
  plan(service, campaign, sendAt, 'blast-start');
}

/** Starts a blast; `startAt` is the moment that recipients' zones count from. */
export function startBlast(service: Service, campaign: CampaignRow, startAt = service.clock.now()): void {
  enter(service, campaign, 'Starting', { startAt });
  plan(service, campaign, service.clock.now() + STEP, 'blast-run');
}

/** Sends a campaign's message to people, as many a minute as its message type lets out; counts those who got it. */
export function sendTo(
  service: Service,
  campaign: CampaignRow,
  people: readonly Person[],
  options: SendOptions = {},
): void {
  const waiting = new Map<number, number[]>();
  for (const person of people) {
    const at = nextSlot(service, campaign);
    if (at <= service.clock.now()) sendOne(service, campaign, person, options);
    else waiting.set(at, [...(waiting.get(at) ?? []), person.id]);
  }
  for (const [at, personIds] of waiting) {
    service.clock.plan(at, PACED_SEND, { campaignId: campaign.id, personIds, options } satisfies Step);
  }
}

function sendOne(service: Service, campaign: CampaignRow, person: Person, options: SendOptions): void {
  const onSent = () => {
    campaign.sendSize += 1;
  };
  sendMessage(service, { campaign, person, onSent, ...options });
}

/** Sends to everyone whose time has come, and plans the others' messages and the end. */
function runBlast(service: Service, campaign: CampaignRow): void {
  enter(service, campaign, 'Running');
  const now = service.clock.now();
  let last = now;
  for (const [at, people] of peopleByTime(service, campaign)) {
    last = Math.max(last, at);
    if (at <= now) sendTo(service, campaign, people);
    else plan(service, campaign, at, 'blast-send', { personIds: people.map(({ id }) => id) });
  }
  plan(service, campaign, last + STEP, 'blast-finish');
}

/** Who gets a blast, by when (create rule 4 of the document). */
function peopleByTime(service: Service, campaign: CampaignRow): Map<number, Person[]> {
  const {
    sendMode,
    startTimeZone = service.timeZone ?? 'UTC',
    defaultTimeZone = service.timeZone ?? 'UTC',
    startAt = service.clock.now(),
  } = campaign;
  const times = new Map<number, Person[]>();
  for (const person of audienceOf(service, campaign)) {
    const zone = person.dataFields[TIME_ZONE_FIELD];
    const start = { sendAt: startAt, now: startAt, startTimeZone };
    const isAtOnce = sendMode === 'ProjectTimeZone';
    const at = isAtOnce ? startAt : sendTime(start, isTimeZone(zone) ? zone : defaultTimeZone);
    const people = times.get(at) ?? [];
    people.push(person);
    times.set(at, people);
  }
  return times;
}
