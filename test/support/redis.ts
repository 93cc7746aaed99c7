import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const PROGRAM = '/usr/bin/redis-server';

/** Whether a Redis is there to test with; where everything must be tested, its absence is a failure of the test itself. */
export const hasRedis = existsSync(PROGRAM) || process.env['CI'] === 'true';

/** A Redis of its own on this machine, until the test ends or stops it. */
export async function startRedis() {
  const port = await freePort();
  const server = spawn(PROGRAM, [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Redis did not start')));
    server.stdout.on('data', (text: Buffer) => String(text).includes('Ready to accept') && resolve());
  });
  const stop = () =>
    new Promise((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) {
        resolve(undefined);
        return;
      }
      server.once('exit', resolve);
      server.kill('SIGKILL');
    });
  onTestFinished(async () => void (await stop()));
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    /** It is there, and connected, and answers nothing. */
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
