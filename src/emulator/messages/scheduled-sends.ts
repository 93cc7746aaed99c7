import { z } from 'zod';
import type { ScheduledSend } from '../../admin/operations/single-sends.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { success as done } from '../operation/answers.js';
import { medium, type Medium } from '../state/project.js';
import { operation, type Operation } from '../operation/operation.js';
import { requirePerson } from '../people/people.js';
import { Refusal } from '../operation/refusal.js';
import { user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

/** A message to send to one user. */
export interface SendOrder {
  medium: Medium;
  campaignId: number;
  personId: number;
  allowRepeat: boolean;
  dataFields?: DataFields;
  metadata?: DataFields;
}

/** A message that waits for its time, or did. */
export const scheduledRow = z.object({
  id: z.number(),
  medium,
  campaignId: z.number(),
  personId: z.number(),
  /** When it is sent, in milliseconds since the epoch. */
  at: z.number(),
  /** The task that sends it. */
  taskId: z.number(),
  state: z.enum(['waiting', 'sent', 'cancelled']),
});
/** A message that waits for its time, or did. */
export type ScheduledRow = z.infer<typeof scheduledRow>;

const scheduledOf = (service: Service) => service.tables.table<ScheduledRow>('scheduledMessages');

/** Plans a message; gives the number by which to cancel it. */
export function keepScheduled(service: Service, order: SendOrder, at: number) {
  const id = service.tables.nextId();
  const { medium, campaignId, personId } = order;
  const taskId = service.clock.plan(at, 'singleSend', { id, order });
  scheduledOf(service).set(id, { id, medium, campaignId, personId, at, taskId, state: 'waiting' });
  return { scheduledMessageId: id };
}

/** Notes that a message waits no longer, since it is being sent. */
export function settleScheduled(service: Service, id: number): void {
  const row = scheduledOf(service).get(id);
  if (row) row.state = 'sent';
}

/** Lets the messages that wait for one person wait for another. */
export function moveScheduled(service: Service, fromId: number, intoId: number): void {
  for (const row of scheduledOf(service).values()) {
    if (row.personId === fromId) row.personId = intoId;
  }
}

/** Takes every message off the plan that waits for a person, and forgets those that did. */
export function dropScheduled(service: Service, personId: number): void {
  for (const row of scheduledOf(service).values()) {
    if (row.personId !== personId) continue;
    service.clock.unplan(row.taskId);
    scheduledOf(service).delete(row.id);
  }
}

const byNumber = z.object({ scheduledMessageId: z.int() });
const byCampaign = user.and(z.object({ campaignId: z.int() }));
const names = (body: unknown, ...fields: string[]) =>
  typeof body === 'object' && body !== null && fields.some((field) => field in body);

/** One of two forms, and not both (decision 31). */
const scheduledSend = z.unknown().transform((body, context): ScheduledSend => {
  const isByNumber = names(body, 'scheduledMessageId');
  if (isByNumber && names(body, 'campaignId', 'email', 'userId')) {
    context.addIssue('`scheduledMessageId` must be given alone');
    return z.NEVER;
  }
  const { success, data, error } = (isByNumber ? byNumber : byCampaign).safeParse(body);
  if (success) return data;
  for (const { path, message } of error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}) satisfies z.ZodType<ScheduledSend>;

/** The operation that cancels a medium's messages that wait: those of a campaign for a user, or one by its number. */
export function cancelOperation(service: Service, name: string, medium: Medium): Operation {
  return operation(`POST /api/${name}/cancel`, { keys: ['server'], body: scheduledSend }, ({ body }) => {
    const rows =
      body.scheduledMessageId === undefined
        ? rowsOf(service, medium, body.campaignId, requirePerson(service, body).id)
        : [rowOf(service, medium, body.scheduledMessageId)];
    service.later(() => rows.forEach((row) => cancel(service, row)));
    return done();
  });
}

function rowsOf(service: Service, medium: Medium, campaignId: number, personId: number): ScheduledRow[] {
  return [...scheduledOf(service).values()].filter(
    (row) => row.medium === medium && row.campaignId === campaignId && row.personId === personId,
  );
}

/** The message of a number. One that was cancelled before is there too, since to cancel is to say the same twice. */
function rowOf(service: Service, medium: Medium, id: number): ScheduledRow {
  const row = scheduledOf(service).get(id);
  if (row?.medium !== medium) {
    throw new Refusal('BadParams', '`scheduledMessageId`: this channel has no such message');
  }
  if (row.state !== 'sent') return row;
  throw new Refusal('BadParams', '`scheduledMessageId`: the message has been sent');
}

function cancel(service: Service, row: ScheduledRow): void {
  if (row.state !== 'waiting') return;
  row.state = 'cancelled';
  service.clock.unplan(row.taskId);
}
