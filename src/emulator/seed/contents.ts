import { addWebhook } from '../messages/webhooks.js';
import { without } from '../operation/without-fields.js';
import type { Service } from '../state/service.js';
import { createTables } from '../state/tables.js';
import { seedShop } from './shop.js';

/** What an emulator can hold at first. */
export type Contents = 'empty' | 'shop';

/** Makes a service hold nothing but a webhook that is off, or the shop, and forget all else. */
export function fill(service: Service, contents: Contents): void {
  service.tables.load(createTables().save());
  addWebhook(service);
  // What is past has had its answers.
  if (contents === 'shop') seedShop(without(service, 'people'));
  service.people?.begin();
}
