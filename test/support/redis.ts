import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const PROGRAM = '/usr/bin/redis-server';

/** Whether a Redis is there to test with; where everything must be tested, its absence is a failure of the test itself. */
export const hasRedis = existsSync(PROGRAM) || process.env['CI'] === 'true';

/** How a Redis is started. */
export interface RedisOptions {
  /** Whether it holds all when it starts again. */
  isKept?: boolean;
  /** What it is told beside that, by the names of its configuration. */
  settings?: Record<string, string>;
}

/** A Redis of its own on this machine, until the test ends or stops it. */
export async function startRedis({ isKept = false, settings = {} }: RedisOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-redis-'));
  const first = await startAnywhere(folder, { isKept, settings });
  const { port } = first;
  let { server } = first;

  async function stop(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    /** Starts it again, in the same place; told something else where that is said. */
    async start(others = settings) {
      server = await startServer(port, folder, { isKept, settings: others });
    },
    /** It is there, and connected, and answers nothing. */
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
  };
}

/** Of how many ports one is still free once it is asked for: whatever else runs here may have taken some. */
const PORTS = 5;

/** Starts it at a port that nobody has. */
async function startAnywhere(folder: string, options: RedisOptions) {
  for (let left = PORTS; ; left -= 1) {
    const port = await freePort();
    try {
      return { port, server: await startServer(port, folder, options) };
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

async function startServer(port: number, folder: string, { isKept = false, settings = {} }: RedisOptions) {
  const address = ['--port', String(port), '--bind', '127.0.0.1'];
  const keeping = ['--dir', folder, '--save', '', '--appendonly', isKept ? 'yes' : 'no'];
  const others = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(PROGRAM, [...address, ...keeping, ...others]);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Redis did not start')));
    server.stdout.on('data', (text: Buffer) => String(text).includes('Ready to accept') && resolve());
  });
  return server;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
