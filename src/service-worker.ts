export { showPushes } from './push/show-pushes.js';
export type { ShowPushesOptions } from './push/show-pushes.js';
export type { PushButton, PushPayload } from './push/payload.js';
export type { PushWorker } from './push/push-worker.js';
