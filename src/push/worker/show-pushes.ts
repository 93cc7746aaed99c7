import { ignore } from '../../lib/ignore.js';
import { wait } from '../../lib/wait.js';
import { readPush, type PushMemory } from './payload.js';
import { createPushProject, type PushProject } from './push-project.js';
import type { PushEvent, PushWorker } from './push-worker.js';
import { showPage } from './show-page.js';
import type { WorkerServiceOptions } from './worker-service.js';

/** Whose pushes are shown, and how they are read. */
export interface ShowPushesOptions extends Partial<WorkerServiceOptions> {
  /**
   * Finds the payload in what your push provider sends; gives nothing for a push that somebody else shows. Default:
   * what comes is the payload.
   */
  read?: (json: object) => unknown;
}

/** How long a page waits for its click to be recorded, in milliseconds: a browser lets a click open a page for only so long. */
const HASTE = 300;

/** How long a push waits for the device to tell whom it is for, in milliseconds; in WebKit a transaction may hang for good (https://webkit.org/b/226547). */
const PATIENCE = 3_000;

/**
 * Shows each web push that comes for whoever has turned pushes on, and their page on a click, which is recorded.
 * Without a project it shows what comes, and records nothing.
 *
 * @example
 * ```ts
 * import { showPushes } from 'tidings/service-worker';
 * showPushes({ apiKey: 'a-web-key', baseUrl: 'https://api.example.com' });
 * ```
 */
export function showPushes(
  { read = (json) => json, ...service }: ShowPushesOptions = {},
  worker: PushWorker = globalThis as unknown as PushWorker,
): void {
  const project = service.apiKey ? createPushProject(service as WorkerServiceOptions, worker) : undefined;

  const { show, follow } = createShowing({ read, worker, project });

  // What fails has nobody to tell it to, and a worker that throws does no better: what was recorded waits for the next page.
  worker.addEventListener('push', (event) => event.waitUntil(show(event).catch(ignore)));
  worker.addEventListener('notificationclick', (event) => {
    // What we have put into a notification; nothing is in one that is not ours.
    const { tidings } = { ...(event.notification.data as { tidings?: PushMemory } | null) };
    if (!tidings) return;
    event.notification.close();
    event.waitUntil(follow(tidings, event.action).catch(ignore));
  });
  if (!project) return;
  worker.addEventListener('sync', (event) => {
    if (event.tag === project.name) event.waitUntil(project.deliver());
  });
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(project.renew().catch(ignore)),
  );
}

interface Setting {
  read: (json: object) => unknown;
  worker: PushWorker;
  project: PushProject | undefined;
}

/** Makes what shows a push, and what follows a click on it. */
function createShowing({ read, worker, project }: Setting) {
  const { registration, clients } = worker;

  return {
    async show({ data: pushed }: PushEvent): Promise<void> {
      const push = readPush(() => pushed?.text() ?? '', worker.location, read);
      if (!push) return;
      // A device that does not answer says nothing against it.
      const recipient = await Promise.race([project?.recipient().catch(ignore), wait(PATIENCE)]);
      if (project && !recipient?.user) {
        const subscription = await registration.pushManager.getSubscription();
        // It is for somebody who has left. Where nothing is known of anybody, nothing speaks against what still comes.
        if (recipient) await subscription?.unsubscribe();
        if (recipient ?? !subscription) return;
      }
      const { title, look, memory: tidings, data } = push;
      tidings.user = recipient?.user;
      await registration.showNotification(title, { ...look, data: { data, tidings } } as NotificationOptions);
    },

    /** Shows the page that a click asks for, and lets the click be known. */
    async follow(memory: PushMemory, action: string): Promise<void> {
      const recorded = project?.record(memory).catch(ignore);
      await Promise.race([recorded, wait(HASTE)]);
      const { url = memory.url } = memory.actions.find((button) => button.action === action) ?? {};
      const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
      // A browser that takes the click for too old opens nothing.
      await showPage(url, { worker, open }).catch(ignore);
      await recorded;
      if (!project) return;
      open.forEach((window) => window.postMessage({ tidings: project.name }));
      // Where it cannot be had, the next page delivers.
      await project.deliver().catch(() => registration.sync?.register(project.name));
    },
  };
}
