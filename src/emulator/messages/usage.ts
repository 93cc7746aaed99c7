import type { MessageRow } from '../state/project.js';
import type { Person } from '../people/person.js';
import { recordEvent } from '../events/event-store.js';
import type { Service } from '../state/service.js';

/** The letters that a text message has room for when all of it can be written with them (GSM 03.38). */
const PLAIN = /^[\w \n\r@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[\]~|€]*$/;

/** Records what a text or chat message cost: how many parts it was sent in. Other media have no such event. */
export function recordUsage(service: Service, person: Person, message: MessageRow): void {
  const { medium, messageId, campaignId, templateId, content } = message;
  if (medium !== 'SMS' && medium !== 'ChatApp') return;
  const text = typeof content['message'] === 'string' ? content['message'] : '';
  const type = medium === 'SMS' ? 'smsUsageInfo' : 'chatAppUsageInfo';
  const parts = medium === 'SMS' ? partsOf(text) : 1;
  recordEvent(service, type, person, { messageId, campaignId, templateId, parts });
}

/** How many text messages a text takes. */
function partsOf(text: string): number {
  const [alone, joined] = PLAIN.test(text) ? [160, 153] : [70, 67];
  return text.length <= alone ? 1 : Math.ceil(text.length / joined);
}
