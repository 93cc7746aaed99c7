import { writeFile } from 'node:fs/promises';
import { createEmulator } from '../app.js';
import { findService } from '../pull/find-service.js';
import { pullProject } from '../pull/pull-project.js';
import type { PullChoices } from './command-line.js';

/** Writes what a real project has as a scenario, and says how far it is. */
export async function pull(
  { from, out, apiKey }: PullChoices,
  { print }: { print(text: string): void },
  now = Date.now,
): Promise<void> {
  // Not part of the emulator: only this asks a real service, and does so by the door that its users have.
  const { createAdmin } = await import('tidings/admin');
  const admin = createAdmin({ apiKey, baseUrl: from });
  print(`Asking ${from}`);
  await findService(admin, from);
  const scenario = await pullProject(admin, now(), print);
  // What cannot be taken up is better known now than by whoever is handed the file.
  createEmulator({ scenario });
  await writeFile(out, `${JSON.stringify(scenario, null, 2)}\n`);
  print(`Wrote ${out}; start with it: tidings-emulator --scenario ${out}`);
}
