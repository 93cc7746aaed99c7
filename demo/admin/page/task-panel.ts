import type { TaskView } from '../wire.js';
import { ask, Refused } from './ask.js';
import { byId, isAble, say, setAble } from './dom.js';

/** How often the page looks how far the work is, in milliseconds. */
const EVERY = 250;

/** Long work of the server that a part of the page shows. */
export interface TaskPanel<Seen> {
  /** What the server calls it; the ids of the part begin with it. */
  name: 'export' | 'import';
  /** Shows how far it is, and gives the words to say: ones that change seldom. */
  draw(view: TaskView<Seen>): string;
  /** What the form asks for. */
  wishOf(fields: FormData): object;
}

/** Makes a part of the page begin work, follow it and cancel it; gives what asks for work. */
export function startTaskPanel<Seen>({ name, draw, wishOf }: TaskPanel<Seen>): (wish: object) => void {
  const form = byId<HTMLFormElement>(name);
  const [begin, cancel, said] = [byId(`${name}-begin`), byId(`${name}-cancel`), byId(`${name}-said`)];
  let isFollowing = false;

  function show(view: TaskView<Seen>): void {
    const isRunning = view.phase === 'running';
    setAble(begin, !isRunning);
    setAble(cancel, isRunning);
    say(said, draw(view), view.phase === 'failed');
    if (isRunning) void follow();
  }

  /** Looks again and again until the work has ended, also if the server is away for a while. */
  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    for (let isRunning = true; isRunning;) {
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      const view = await look();
      isRunning = view?.phase !== 'idle' && view?.phase !== 'done' && view?.phase !== 'cancelled';
      isRunning &&= view?.phase !== 'failed';
      if (view && !isRunning) isFollowing = false;
      if (view) show(view);
    }
  }

  async function look(): Promise<TaskView<Seen> | undefined> {
    try {
      return await ask<TaskView<Seen>>('GET', name);
    } catch (error) {
      say(said, (error as Error).message, true);
      return undefined;
    }
  }

  async function demand(method: 'DELETE' | 'POST', wish?: object): Promise<void> {
    try {
      show(await ask<TaskView<Seen>>(method, name, wish));
    } catch (error) {
      say(said, (error as Error).message, true);
      // Another tab may have begun the same: then this one follows it.
      if (error instanceof Refused) void follow();
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isAble(begin)) void demand('POST', wishOf(new FormData(form)));
  });
  cancel.addEventListener('click', () => void (isAble(cancel) && demand('DELETE')));
  // What was begun before goes on while the page is away.
  void look().then((view) => view && show(view));
  return (wish) => void demand('POST', wish);
}
