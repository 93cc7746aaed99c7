import { PROJECT_OWNER, templatesOf } from '../state/project.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

/** The domains that are everybody's to give examples with: what a project sends from that names no senders. */
const EXAMPLES = ['example', 'example.com', 'example.net', 'example.org'];

/** Refuses an address that no email of the project may come from. */
export function checkSender({ senders = EXAMPLES }: Service, fromEmail: string): void {
  const address = fromEmail.toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isAuthorized = senders
    .map((sender) => sender.toLowerCase())
    .some((sender) => sender === address || sender === domain || domain.endsWith(`.${sender}`));
  if (isAuthorized) return;
  throw new Refusal('BadParams', `\`fromEmail\`: ${fromEmail} is no authorized sender of the project`);
}

/** Refuses someone who is no member of the project, and has made none of its templates. */
export function checkMember(service: Service, userId: string): void {
  const makers = [...templatesOf(service).values()].map(({ creatorUserId }) => creatorUserId);
  if ([PROJECT_OWNER, ...(service.members ?? []), ...makers].includes(userId)) return;
  throw new Refusal('BadParams', `\`creatorUserId\`: the project has no member ${userId}`);
}
