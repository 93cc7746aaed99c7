import { workerNews } from '../browser/tab-news.js';
import { createQueue } from '../lib/queue.js';
import { endText, followedName } from '../telling/ending.js';
import type { TrackedEvent } from '../events/event.js';
import type { DeliveringWorker } from './delivering-worker.js';

/** Makes the function that tells the windows of the site, where somebody may follow an event, what has become of it. */
export function createWorkerNews(name: string, { clients }: Pick<DeliveringWorker, 'clients'>) {
  let texts: string[] = [];
  const tell = createQueue(async () => {
    const news = workerNews(followedName(name), texts);
    texts = [];
    const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    open.forEach((one) => one.postMessage(news));
  });

  return (event: TrackedEvent, reason?: string, error?: Error): void => {
    texts.push(endText(event, reason, error));
    // Who is not told hears of nothing else: the event is no more there.
    tell().catch(() => undefined);
  };
}
