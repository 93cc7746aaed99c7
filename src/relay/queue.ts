export { bullQueue, type BullQueue, type BullQueueOptions } from './queue/bull-queue.js';
export {
  deadLetters,
  type DeadLetterRange,
  type DeadLetters,
  type DeadLettersOptions,
} from './queue/dead-letters.js';
export type { DeadLetter } from './queue/dead-letter.js';
export type { QueueCounts } from './queue/kept-calls.js';
export type { QueueConnection, QueuePlace } from './queue/queue-connection.js';
export { relayWorker, type RelayWorker, type RelayWorkerOptions } from './queue/relay-worker.js';
