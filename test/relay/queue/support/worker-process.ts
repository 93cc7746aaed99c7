import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundleForNode } from '../../../support/bundled.js';
import { watched } from '../../../support/watched.js';
import { KEYS } from './queue.js';

const ROOT = join(import.meta.dirname, '../../../..');

/** How long a worker that is to be missed soon keeps its partitions, in milliseconds. */
const SHORT = 800;
/** The same of one that is not to lose them, also where the machine is busy. */
export const CALM = 30_000;

/**
 * Makes a function that starts workers which are processes of their own, each with a server-side key of its name. It
 * takes how long one that says nothing keeps its partitions.
 */
export async function workerProcesses(how: { redis: string; baseUrl: string }) {
  const module = await bundleForNode(join(ROOT, 'src/relay/queue.ts'));

  return (name: string, lockDuration = SHORT) => {
    const options = { ...KEYS, serverKey: name, baseUrl: how.baseUrl, lockDuration };
    const program = `
      import { createClient } from 'redis';
      import { relayWorker } from '${module}';
      const connection = createClient({ url: '${how.redis}' });
      connection.on('error', () => {});
      await connection.connect();
      const onError = ({ message }) => console.error(message);
      const worker = relayWorker({ ...${JSON.stringify(options)}, connection, onError });
      process.on('SIGTERM', async () => {
        const closed = worker.close();
        setImmediate(() => console.log('ends'));
        await closed;
        connection.destroy();
      });
      await worker.ready();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT });
    return { name, kill: (signal: NodeJS.Signals) => child.kill(signal), ...watched(child) };
  };
}
