import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import hasty from 'ky';
import { onTestFinished } from 'vitest';
import { runCommand } from '../../../src/emulator/command/command.js';

/** Calls over HTTP; how long a busy machine takes is not what is asked. */
export const ky = hasty.create({ timeout: false });

/** Runs the command in this process, at a port that is free; it is stopped when the test ends. */
export function run(...args: string[]) {
  let [output, errors] = ['', ''];
  let [greeted, stop] = [() => {}, () => {}];
  const greeting = new Promise<void>((resolve) => (greeted = resolve));
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const ended = runCommand(['--port', '0', ...args], {
    stopped,
    print(text) {
      output += `${text}\n`;
      greeted();
    },
    complain: (text) => void (errors += `${text}\n`),
  });
  onTestFinished(async () => {
    stop();
    await ended;
  });

  /** Where it answers, once it does. */
  async function url(): Promise<string> {
    await Promise.race([greeting, ended]);
    const [, found] = /Service\s+(http:\S+)/.exec(output) ?? [];
    if (!found) throw new Error(`The command ended: ${errors}`);
    return found;
  }
  return { ended, stop, url, output: () => output, errors: () => errors };
}

/** The path of a data file that is deleted when the test ends. */
export function dataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data.json');
}

/** Tracks an event of Ada. */
export function track(url: string, eventName: string): Promise<Response> {
  return call(url, '/api/events/track', { email: 'ada@example.com', eventName });
}

/** Calls an operation with the server-side key; rejects when it is refused. */
export function call(url: string, path: string, json: object): Promise<Response> {
  return ky.post(url + path, { headers: { 'Api-Key': 'emulator-server-key' }, json });
}
