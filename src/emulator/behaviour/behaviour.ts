import { peopleOf, presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { actOn } from '../reactions/person-acts.js';
import { cameUnknown } from '../reactions/sessions.js';
import { messagesOf, type MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import type { Task } from '../state/task.js';
import { DAY, HOUR } from '../time.js';
import { answersTo, type Answer } from './answers.js';
import { chanceFor, timesOf } from './chance.js';
import { order, takeStep, type Step } from './steps.js';
import { visitOf } from './visits.js';

/** What people do by themselves: nothing, or what people of a shop do, as time passes. */
export type Behaviour = 'quiet' | 'busy';

const HOURLY = 'people-hour';
const ANSWER = 'people-answer';
const STEP = 'people-step';

/** How often a person comes by in a week. */
const VISITS_A_WEEK = 3;

/** How long someone comes by who came as a stranger, in milliseconds; those whom the shop knew stay. */
const STAY = 28 * DAY;

/** How much of a day's visits each of its hours has, in parts of the average; in UTC. */
const dayOf = [
  ...[0.3, 0.2, 0.1, 0.1, 0.1, 0.3, 0.6, 0.9, 1.1, 1.2, 1.2, 1.3],
  ...[1.5, 1.4, 1.2, 1.2, 1.3, 1.5, 1.8, 2.1, 2.1, 1.8, 1.2, 0.5],
];

/** Has people answer what they are sent, and come by: all of it on the clock, and as the seed has it. */
export function makeBusy(service: Service, seed: number): void {
  service.clock.on(HOURLY, () => passHour(service, seed));
  service.clock.on<{ messageId: string } & Answer>(ANSWER, ({ messageId, act, details }) => {
    const message = messagesOf(service).get(messageId);
    // Whoever was deleted meanwhile has no messages either.
    if (!message || message.isConsumed) return;
    if (act === 'buy') buyAfter(service, message, seed);
    else actOn(service, message, act, details);
  });
  service.clock.on<{ personId: number; step: Step }>(STEP, ({ personId, step }) => {
    const person = presentPerson(service, { id: personId });
    if (person) takeStep(service, person, step);
  });

  service.people = {
    begin() {
      const tasks = [...service.tables.table<Task>('tasks').values()];
      if (!tasks.some(({ kind }) => kind === HOURLY)) service.clock.plan(service.clock.now(), HOURLY, {});
    },
    got(messageId) {
      const message = messagesOf(service).get(messageId);
      if (!message) return;
      const chance = chanceFor(seed, momentOf(message));
      for (const answer of answersTo(message, chance)) {
        service.clock.plan(service.clock.now() + answer.after, ANSWER, { messageId, ...answer });
      }
    },
  };
}

/** Has those come by who come in the next hour, and what they do there planned. */
function passHour(service: Service, seed: number): void {
  const now = service.clock.now();
  const chance = chanceFor(seed, `hour ${now}`);
  const people = [...peopleOf(service).values()].filter((person) => comesBy(person, now));
  const average = (people.length * VISITS_A_WEEK) / (7 * 24);
  const visits = timesOf(chance, average * (dayOf[new Date(now).getUTCHours()] ?? 1));
  for (let visit = 0; visit < visits; visit += 1) {
    const person = people[Math.floor(chance() * people.length)];
    const begin = now + chance() * HOUR;
    for (const { after, step } of visitOf(chance)) {
      service.clock.plan(Math.round(begin + after), STEP, { personId: person?.id, step });
    }
  }
  service.clock.plan(now + HOUR, HOURLY, {});
}

/** Whether someone has not drifted away. */
function comesBy(person: Person, now: number): boolean {
  return !cameUnknown(person) || now < person.createdAt + STAY;
}

/** Has the reader of a message buy something, which the message gets the credit for. */
function buyAfter(service: Service, message: MessageRow, seed: number): void {
  const person = presentPerson(service, { id: message.personId });
  const { campaignId, templateId } = message;
  const step = order(chanceFor(seed, `order ${momentOf(message)}`), { campaignId, templateId });
  if (person) takeStep(service, person, step);
}

/** What tells a message from others, and is the same in a run with another past; its id is not. */
function momentOf({ campaignId, personId, createdAt }: MessageRow): string {
  return `${campaignId} ${personId} ${createdAt}`;
}
