import type { Hono } from 'hono';
import type { Emulator } from '../emulator.js';
import { Refusal } from '../operation/refusal.js';
import { checkSavedRows } from '../saved-rows.js';
import { createTables } from '../state/tables.js';

/** What an emulator held at some time, under a name, for as long as it runs. */
export interface Saves {
  /** The text of a save; refuses a name that none has. */
  get(name: string): string;
}

/** Lets requests keep what an emulator holds under names, bring such saves, and take them along. */
export function addSaves(app: Hono, { save, settle }: Pick<Emulator, 'save' | 'settle'>): Saves {
  const saves = new Map<string, string>();

  function get(name: string): string {
    const text = saves.get(name);
    if (text !== undefined) return text;
    throw new Refusal('NotFound', `\`save\`: there is none of the name \`${name}\``);
  }

  app.get('/_emulator/saves', (context) => context.json({ saves: [...saves.keys()] }));
  app.get('/_emulator/saves/:name', ({ req }) => {
    const headers = { 'Content-Type': 'application/json' };
    return new Response(get(req.param('name')), { headers });
  });
  app.put('/_emulator/saves/:name', async (context) => {
    const brought = await context.req.raw.text();
    if (brought) checkSave(brought);
    else await settle();
    saves.set(context.req.param('name'), brought || save());
    return context.json({ saves: [...saves.keys()] });
  });
  app.delete('/_emulator/saves/:name', (context) => {
    get(context.req.param('name'));
    saves.delete(context.req.param('name'));
    return context.json({ saves: [...saves.keys()] });
  });
  return { get };
}

/** Refuses a text that could not be loaded, before it is asked for. */
function checkSave(text: string): void {
  try {
    createTables(checkSavedRows).load(text);
  } catch (error) {
    throw new Refusal('BadParams', (error as Error).message);
  }
}
