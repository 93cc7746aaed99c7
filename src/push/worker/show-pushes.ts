import { wait } from '../../lib/wait.js';
import { readPush, type PushMemory } from './payload.js';
import { createPushProject, type PushProject } from './push-project.js';
import type { ClickEvent, PushEvent, PushWorker } from './push-worker.js';
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

  worker.addEventListener('push', (event) => {
    event.waitUntil(show(event, { read, worker, project }).catch(ignore));
  });
  worker.addEventListener('notificationclick', (event) => {
    const memory = memoryOf(event);
    if (!memory) return;
    event.notification.close();
    event.waitUntil(follow(memory, event.action, { worker, project }).catch(ignore));
  });
  if (!project) return;
  worker.addEventListener('sync', (event) => {
    if (event.tag === project.name) event.waitUntil(deliver(project));
  });
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(project.renew().catch(ignore)),
  );
}

interface Reading extends Setting {
  read: (json: object) => unknown;
}

interface Setting {
  worker: PushWorker;
  project: PushProject | undefined;
}

async function show({ data: pushed }: PushEvent, { read, worker, project }: Reading): Promise<void> {
  const { location, registration } = worker;
  const push = readPush(() => pushed?.text() ?? '', new URL(location.href), read);
  if (!push) return;
  // A device that does not answer says nothing against it.
  const recipient = await Promise.race([project?.recipient().catch(ignore), wait(PATIENCE)]);
  if (recipient && !recipient.user) {
    // It is for somebody who has left.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  const { title, look, memory } = push;
  const data = { data: push.data, tidings: { ...memory, user: recipient?.user } };
  await registration.showNotification(title, { ...look, data } as NotificationOptions);
}

/** Shows the page that a click asks for, and lets the click be known. */
async function follow(memory: PushMemory, action: string, { worker, project }: Setting): Promise<void> {
  const { registration, clients, location } = worker;
  const recorded = project?.record(memory).catch(ignore);
  await Promise.race([recorded, wait(HASTE)]);
  const { url = memory.url } = memory.actions.find((button) => button.action === action) ?? {};
  // A browser that takes the click for too old opens nothing.
  await showPage(url, new URL('/', location.href).href, clients).catch(ignore);
  await recorded;
  if (!project) return;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  windows.forEach((window) => window.postMessage({ tidings: project.name }));
  // Where it cannot be had, the next page delivers.
  if (!(await project.deliver())) await registration.sync?.register(project.name);
}

/** Delivers, or lets the browser come back to it. */
async function deliver(project: PushProject): Promise<void> {
  if (!(await project.deliver())) throw new Error('Not all was delivered');
}

/** What we have put into a notification; nothing for one that is not ours. */
function memoryOf({ notification }: ClickEvent): PushMemory | undefined {
  return (notification.data as { tidings?: PushMemory } | null)?.tidings;
}

/** Nobody is there to be told, and a worker that throws does no better: what was recorded waits for the next page. */
const ignore = () => undefined;
