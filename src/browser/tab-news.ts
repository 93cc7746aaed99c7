import { ifPossible } from '../lib/if-possible.js';
import { on, onStored } from './page.js';

/** What tabs of this site tell each other under a name, and its service worker tells them, and whether any of them wants to know. Loaded by those that do. */
export interface TabNews {
  /** Lets every tab tell, from now on. */
  want(): void;
  /** Tells the other tabs, if one of them wants to know. */
  tell(text: string): void;
  /** Calls `listener` with what another tab tells; returns the function that stops it. */
  on(listener: (text: string) => void): () => void;
}

/** What a service worker posts to the windows of its site, so that they hear some texts under a name. */
export function workerNews(name: string, texts: readonly string[]): unknown {
  return { [name]: texts };
}

/** Makes the news of a name. Not a channel, which would keep the page out of the back/forward cache. */
export function tabNews(name: string): TabNews {
  const bell = `${name} now`;
  const storage = (work: (storage: Storage) => unknown) => {
    try {
      return work(localStorage);
    } catch {
      return undefined; // It may be refused or full: each tab knows of its own.
    }
  };
  return {
    want: () => void storage((local) => local.setItem(name, '1')),
    tell: (text) =>
      void storage((local) => {
        if (!local.getItem(name)) return;
        local.setItem(bell, text);
        local.removeItem(bell);
      }),
    on(listener) {
      const hear = ({ key, newValue }: StorageEvent) => key === bell && newValue && listener(newValue);
      const hearWorker = ({ data }: Partial<MessageEvent<unknown>>) =>
        (data as Partial<Record<string, string[]>> | null)?.[name]?.forEach((text) => listener(text));
      // Some pages have no service workers, and in a sandboxed frame to look for them throws.
      const worker = ifPossible(() => navigator.serviceWorker as Partial<Navigator>['serviceWorker']);
      const stops = [onStored(hear), worker && on(worker, 'message', hearWorker)];
      return () => stops.forEach((stop) => stop?.());
    },
  };
}
