import { z } from 'zod';
import { PROJECT_OWNER } from '../state/project.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

/** Whom emails may come from: an address, or a domain with all of its addresses. No operation makes one. */
export const senderRow = z.object({ id: z.number(), sender: z.string() });
/** Who works on the project, beside its owner. No operation makes one. */
export const memberRow = z.object({ id: z.number(), userId: z.string() });

const sendersOf = (service: Service) => service.tables.table<z.infer<typeof senderRow>>('senders');
const membersOf = (service: Service) => service.tables.table<z.infer<typeof memberRow>>('members');

/** The domains that are everybody's to give examples with: from them come emails of a project that names no senders. */
const EXAMPLES = ['example', 'example.com', 'example.net', 'example.org'];

/** Lets emails come from addresses or domains, and no others. */
export function addSenders(service: Service, senders: readonly string[]): void {
  for (const sender of senders) {
    const id = service.tables.nextId();
    sendersOf(service).set(id, { id, sender });
  }
}

/** Lets people make templates. */
export function addMembers(service: Service, userIds: readonly string[]): void {
  for (const userId of userIds) {
    const id = service.tables.nextId();
    membersOf(service).set(id, { id, userId });
  }
}

/** Refuses an address that no email of the project may come from. */
export function checkSender(service: Service, fromEmail: string): void {
  const named = [...sendersOf(service).values()].map(({ sender }) => sender.toLowerCase());
  const address = fromEmail.toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isAuthorized = (named.length ? named : EXAMPLES).some(
    (sender) => sender === address || sender === domain || domain.endsWith(`.${sender}`),
  );
  if (isAuthorized) return;
  throw new Refusal('BadParams', `\`fromEmail\`: ${fromEmail} is no authorized sender of the project`);
}

/** Refuses someone who is no member of the project. */
export function checkMember(service: Service, userId: string): void {
  const isMember = [...membersOf(service).values()].some((member) => member.userId === userId);
  if (isMember || userId === PROJECT_OWNER) return;
  throw new Refusal('BadParams', `\`creatorUserId\`: the project has no member ${userId}`);
}
