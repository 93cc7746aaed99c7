import { execFile, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { killTree } from '../../engines/harness/processes.js';
import { until } from '../../support/until.js';

/** Runs a command of the guide in an app's folder, to its end; gives what it said. */
export async function runCommand(folder: string, command: string): Promise<string> {
  const { program, args, env } = partsOf(folder, command);
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: folder, env });
  return stdout + stderr;
}

/**
 * Starts a server by a command of the guide, until the test ends, and waits until it answers at its address. Gives a
 * function that gives what it has said.
 */
export async function startServer(folder: string, command: string, url: string): Promise<() => string> {
  const { program, args, env } = partsOf(folder, command);
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => killTree(child.pid ?? 0));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`\`${command}\` has ended: ${said}`);
    await fetch(url);
  });
  return () => said;
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** No framework tells its makers of a test. */
const SILENT = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' };

/** A command such as `PORT=3000 npx next start` in its parts. */
function partsOf(folder: string, command: string) {
  const words = command.split(' ').filter((word) => word !== 'npx');
  const isVariable = (word: string) => /^[A-Z]+=/.test(word);
  const variables = Object.fromEntries(
    words.filter(isVariable).map((word) => word.split('=') as [string, string]),
  );
  const [name = '', ...args] = words.filter((word) => !isVariable(word));
  const { PATH } = process.env;
  return {
    program: name === 'node' ? process.execPath : join(folder, 'node_modules/.bin', name),
    args,
    env: { PATH, HOME: folder, HOST: '127.0.0.1', NO_COLOR: '1', ...SILENT, ...variables },
  };
}
