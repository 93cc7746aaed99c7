import { readFile } from 'node:fs/promises';
import type { EmulatorOptions } from '../app.js';
import { planIn } from '../plan-in.js';
import type { Scenario } from '../scenario/scenario.js';
import type { Choices } from './command-line.js';
import { TOKEN_SECRET } from './token-secret.js';

/** The options of an emulator as the command line has them; rejects when a file of theirs cannot be used. */
export async function optionsOf(choices: Choices, deviceNow = Date.now): Promise<EmulatorOptions> {
  const { project, dialect, timeZone, people: behaviour, limits, latency } = choices;
  const { origin, control, senders, plan, scenario, seed: contents, secret = TOKEN_SECRET } = choices;
  return {
    ...{ project, dialect, timeZone, behaviour, limits, latency, contents },
    ...{ tokenSecret: secret, now: timeOf(choices, deviceNow) },
    ...(senders && { senders }),
    ...(origin && { origin }),
    ...(control && { control }),
    ...(scenario !== undefined && { scenario: await jsonIn<Scenario>(scenario) }),
    ...(plan !== undefined && { plan: planIn(await bytesOf(plan), plan) }),
    ...(choices.import !== undefined && { saved: await textOf(choices.import) }),
  };
}

/** A clock that begins at a moment, and runs at another rate than the device's. */
export function timeOf({ now, rate }: Pick<Choices, 'now' | 'rate'>, deviceNow: () => number): () => number {
  const begun = deviceNow();
  const start = now ?? begun;
  return () => start + Math.round((deviceNow() - begun) * rate);
}

async function jsonIn<Value>(path: string): Promise<Value> {
  const text = await textOf(path);
  try {
    return JSON.parse(text) as Value;
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}

async function textOf(path: string): Promise<string> {
  return (await bytesOf(path)).toString();
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
