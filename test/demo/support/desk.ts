import { adminDesk } from '../../../demo/admin/desk.js';
import type { TaskView } from '../../../demo/admin/wire.js';
import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';

/** Whoever is logged in at the shop. */
export const ada = 'ada@example.com';

/** How long a task may take, in milliseconds. */
const PATIENCE = 8_000;

/** A desk over a real emulator with the shop in it, and ways to ask it as its page does. */
export function setup({ visitor }: { visitor?: string } = { visitor: ada }) {
  const emulator = createEmulator({ contents: 'shop' });
  const { fetch, keys } = emulator;
  const admin = createAdmin({
    apiKey: keys.server,
    baseUrl: 'http://emulator',
    fetch,
    pace: false,
    retry: false,
  });
  const desk = adminDesk({ admin, visitor: () => visitor });

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
  async function until<Seen>(
    path: string,
    isSo: (view: TaskView<Seen>) => boolean,
    patience = PATIENCE,
  ): Promise<TaskView<Seen>> {
    for (const end = Date.now() + patience; ;) {
      const view = (await (await ask('GET', path)).json()) as TaskView<Seen>;
      if (isSo(view)) return view;
      if (Date.now() > end)
        throw new Error(`The ${path} stands still: ${JSON.stringify(view).slice(0, 300)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  return {
    emulator,
    admin,
    desk,
    ask,
    until,
    get: (path: string) => ask('GET', path),
    post: async (path: string, body: unknown) => answered(await ask('POST', path, { body })),
    del: async (path: string) => answered(await ask('DELETE', path)),
    /** A task as it stands once it has ended. */
    ended: <Seen>(path: string, patience?: number) =>
      until<Seen>(path, ({ phase }) => !['idle', 'running'].includes(phase), patience),
  };
}
