import { adminDesk } from '../../../demo/admin/desk.js';
import type { TaskView } from '../../../demo/admin/wire.js';
import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { until as untilSo } from '../../support/until.js';

/** Whoever is logged in at the shop. */
export const ada = 'ada@example.com';

/** Noon on the first of June, in milliseconds since the epoch: the time of the desk and of its service. */
const NOON = Date.UTC(2026, 5, 1, 12);

/** A desk over a real emulator with the shop in it, and ways to ask it as its page does. */
export function setup({ visitor }: { visitor?: string } = { visitor: ada }) {
  const emulator = createEmulator({ contents: 'shop', now: () => NOON });
  /** How many more calls the service answers; after them it is silent. */
  const service = { answers: Infinity };
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch(input, init) {
      service.answers -= 1;
      return service.answers < 0 ? silence(init) : emulator.fetch(input, init);
    },
    pace: false,
    retry: false,
  });
  const desk = adminDesk({ admin, visitor: () => visitor, now: () => NOON, every: 1 });

  async function ask(
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers?: object } = {},
  ) {
    const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    return desk.fetch(
      new Request(`http://localhost:4173/${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...init,
      }),
    );
  }
  async function answered(response: Response) {
    return { status: response.status, answer: (await response.json()) as unknown };
  }
  const until = <Seen>(path: string, isSo: (view: TaskView<Seen>) => boolean): Promise<TaskView<Seen>> =>
    untilSo(async () => {
      const view = (await (await ask('GET', path)).json()) as TaskView<Seen>;
      if (!isSo(view)) throw new Error(`The ${path} stands still: ${JSON.stringify(view).slice(0, 300)}`);
      return view;
    });

  return {
    emulator,
    service,
    admin,
    desk,
    ask,
    until,
    get: (path: string) => ask('GET', path),
    post: async (path: string, body: unknown) => answered(await ask('POST', path, { body })),
    del: async (path: string) => answered(await ask('DELETE', path)),
    /** A task as it stands once it has ended. */
    ended: <Seen>(path: string) => until<Seen>(path, ({ phase }) => !['idle', 'running'].includes(phase)),
  };
}

/** The answer of a service that gives none. */
function silence({ signal }: RequestInit = {}): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
}
