export { showPushes } from './push/worker/show-pushes.js';
export type { ShowPushesOptions } from './push/worker/show-pushes.js';
export type { PushButton, PushPayload } from './push/worker/payload.js';
export type { PushWorker } from './push/worker/push-worker.js';
export { deliverInBackground } from './background/deliver-in-background.js';
export type {
  DeliverInBackgroundOptions,
  DirectDeliveryOptions,
  OwnDeliveryOptions,
} from './background/deliver-in-background.js';
export type { DeliveringWorker } from './background/delivering-worker.js';
