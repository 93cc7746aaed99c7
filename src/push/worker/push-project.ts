import { projectName } from '../../api/service.js';
import { workerStore } from '../../browser/store.js';
import type { Row } from '../../events/outbox/row.js';
import type { PushMemory } from './payload.js';
import { platformToken, REGISTER, type Post } from '../push-token.js';
import type { PushWorker } from './push-worker.js';
import { recipientIn, type Recipient } from '../recipient.js';
import { createWorkerOutbox } from './worker-outbox.js';
import { createWorkerService, type WorkerServiceOptions } from './worker-service.js';

/** How the service is told of a click on a push. */
const CLICK: Post = 'POST /api/events/trackWebPushClick';

/** The project whose pushes come, in the service worker. */
export interface PushProject {
  /** Names it in what is told to windows and to Background Sync. */
  name: string;
  /** Whom pushes are for, as far as the device tells. */
  recipient(): Promise<Recipient | undefined>;
  /** Records a click, so that it outlives this worker. */
  record(memory: PushMemory): Promise<void>;
  /** Delivers what waits; rejects unless nothing is left. */
  deliver(): Promise<void>;
  /** Gets another token, after the browser has given up the one before. */
  renew(): Promise<void>;
}

/** Makes the parts of a project that a service worker needs. */
export function createPushProject(
  options: WorkerServiceOptions,
  { registration }: Pick<PushWorker, 'registration'>,
): PushProject {
  const name = projectName(options);
  const store = workerStore<Row>(name);
  const service = createWorkerService(options);
  const outbox = createWorkerOutbox({ store, service, now: Date.now, uuid: () => crypto.randomUUID() });
  const recipient = () => store(recipientIn);
  async function deliver() {
    if (!(await outbox.deliver([CLICK, REGISTER]))) throw new Error('Not all was delivered');
  }

  return {
    name,
    recipient,
    deliver,
    async record({ message, user }) {
      if (message && user) await outbox.record(CLICK, message, user);
    },
    async renew() {
      // It is there with whoever gets pushes. A provider of the site's own renews its tokens itself.
      const { applicationServerKey }: Recipient = { ...(await recipient()) };
      if (!applicationServerKey) return;
      const browserToken = await platformToken(registration.pushManager, applicationServerKey);
      // They may have left meanwhile. The next page sees that it is another one, and registers it too.
      const { user }: Recipient = { ...(await recipient()) };
      if (user) await outbox.record(REGISTER, { browserToken }, user);
      await deliver();
    },
  };
}
