import type { Admin } from '../../admin/index.js';

/** Rejects where nothing is there: each call of the pull would be tried for minutes, without a word. */
export async function findService(admin: Admin, from: string): Promise<void> {
  try {
    await admin.with({ retry: false }).channels.list();
  } catch (cause) {
    // Whatever was answered, something is there, and the pull tells what it is refused.
    if ((cause as Error).name === 'NetworkError') throw new Error(`${from} does not answer`, { cause });
  }
}
