import type { CampaignRow } from '../state/project.js';
import { templatesOf } from '../state/project.js';
import { messageTypesOf } from '../state/subscribable.js';
import type { Service } from '../state/service.js';
import type { Task } from '../state/task.js';
import { MINUTE } from '../time.js';

/** The kind of task by which messages are sent that had to wait for others of their type. */
export const PACED_SEND = 'paced-send';

/** When the last messages of each type went out, or will, as many as it lets out in a minute. */
const slotsOf = (service: Service) => service.tables.table<number[]>('messageTypeSlots');

/** When a campaign's next message may go out, as the `rateLimitPerMinute` of its message type has it. */
export function nextSlot(service: Service, { templateId }: CampaignRow): number {
  const now = service.clock.now();
  const messageType = messageTypesOf(service).get(templatesOf(service).get(templateId)?.messageTypeId ?? 0);
  const limit = messageType?.rateLimitPerMinute;
  if (!messageType || !limit || limit < 0) return now;
  const slots = slotsOf(service).get(messageType.id) ?? [];
  const at = Math.max(now, (slots.at(-limit) ?? -Infinity) + MINUTE);
  slots.push(at);
  while (slots.length > limit) slots.shift();
  slotsOf(service).set(messageType.id, slots);
  return at;
}

/** When the last message of a campaign goes out that waits for others of its type; none when all are sent. */
export function lastSlot(service: Service, { id }: CampaignRow): number | undefined {
  const waiting = [...service.tables.table<Task>('tasks').values()].filter(
    ({ kind, about }) => kind === PACED_SEND && (about as { campaignId: number }).campaignId === id,
  );
  return waiting.length ? Math.max(...waiting.map(({ at }) => at)) : undefined;
}
