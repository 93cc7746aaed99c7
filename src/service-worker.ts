export { showPushes } from './push/show-pushes.js';
export type { PushPayload, PushWorker } from './push/show-pushes.js';
