import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileCheckpoint } from '../../../src/admin/files.js';
import type { UserUpdateInBatch } from '../../../src/admin/index.js';
import { bundleAdmin } from '../../support/bundled.js';
import { until } from '../../support/until.js';
import { zombie } from '../../support/zombie.js';
import { setup, users } from '../support/bulk.js';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-checkpoint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, path: join(folder, 'users.json') };
}

/** Puts something in the place of how Node does a thing with files. */
function spyOn<Name extends 'rename' | 'open'>(name: Name, work: (typeof files)[Name]) {
  const spy = vi.spyOn(files, name).mockImplementation(work as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

/** Ten users, once something has happened. */
async function* afterwards(event: Promise<void>) {
  await event;
  yield* users(10);
}

/** A process that has a checkpoint open. */
async function hold(path: string) {
  const program = `
    import { fileCheckpoint } from '${await bundleAdmin()}';
    await fileCheckpoint('${path}').load();
    console.log('open');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await Promise.race([
    once(child.stdout, 'data'),
    once(child.stderr, 'data').then(([text]) => Promise.reject(new Error(String(text)))),
  ]);
  return {
    pid: child.pid,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

describe('a checkpoint in a file', () => {
  it('is on the disk before it takes the place of the one before', async () => {
    const { path } = place();
    const { open, rename } = files;
    const done: string[] = [];
    spyOn('open', async (name, ...how) => {
      const file = await open(name, ...how);
      const { sync } = file;
      file.sync = () => {
        done.push(`flush ${String(name).slice(path.length)}`);
        return sync.call(file);
      };
      return file;
    });
    spyOn('rename', (from, to) => {
      done.push('rename');
      return rename(from, to);
    });
    const checkpoint = fileCheckpoint(path);

    await checkpoint.save({ done: 1 });

    expect(done.slice(0, 2)).toEqual(['flush .new', 'rename']);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ done: 1 });
  });

  it('takes its place as soon as the system lets it', async () => {
    const { path } = place();
    const { rename } = files;
    const codes = ['EBUSY', 'EPERM', 'EACCES'];
    spyOn('rename', async (from, to) => {
      const code = codes.shift();
      if (code) throw Object.assign(new Error(`${code}: the file is in use`), { code });
      return rename(from, to);
    });

    await fileCheckpoint(path).save({ done: 1 });

    expect(codes).toEqual([]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ done: 1 });
  });

  it('fails at once where the system will not', async () => {
    const { path } = place();
    const tried = vi.fn(async () => {
      throw Object.assign(new Error('EXDEV: another device'), { code: 'EXDEV' });
    });
    spyOn('rename', tried);

    await expect(fileCheckpoint(path).save({ done: 1 })).rejects.toThrow('EXDEV');

    expect(tried).toHaveBeenCalledTimes(1);
  });

  it('is of one process at a time, and of the next once that has died', async () => {
    const { folder, path } = place();
    const { admin, calls, emails } = setup();
    const { pid, kill } = await hold(path);
    const work = (source: AsyncIterable<UserUpdateInBatch>) =>
      admin.bulk.updateUsers(source, { checkpoint: fileCheckpoint(path) });

    await expect(work(afterwards(Promise.resolve()))).rejects.toThrow(
      `\`${path}\` is in use by process ${pid} of ${hostname()}: wait until that has ended, or delete \`${path}.lock\` if it has`,
    );
    expect(calls()).toEqual([]);
    await kill();

    // Of two that find the dead one's, one goes on.
    let refused = () => {};
    const source = afterwards(new Promise<void>((resolve) => (refused = resolve)));
    const works = [work(source), work(source)];
    for (const one of works) one.catch(refused);
    const results = await Promise.allSettled(works);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(emails()).toHaveLength(10);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is free once its process has died, asked after or not',
    async () => {
      const { path } = place();
      const holder = { pid: await zombie(), host: hostname(), since: 1 };
      writeFileSync(`${path}.lock`, JSON.stringify(holder));
      const checkpoint = fileCheckpoint(path);

      expect(await checkpoint.load()).toBeUndefined();

      expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toMatchObject({ pid: process.pid });
      await checkpoint.close?.();
    },
  );

  it('is of one work of this process at a time, and free once that has ended or failed', async () => {
    const { path } = place();
    const { admin, fail } = setup();
    const checkpoint = fileCheckpoint(path);
    const work = () => admin.bulk.updateUsers(users(10), { checkpoint });
    let refused = () => {};
    const source = afterwards(new Promise<void>((resolve) => (refused = resolve)));
    const first = admin.bulk.updateUsers(source, { checkpoint });
    await until(() => expect(existsSync(`${path}.lock`)).toBe(true));

    await expect(work()).rejects.toThrow('is in use by process');
    refused();
    expect(await first).toMatchObject({ sent: 10 });
    fail({ kind: 'status', status: 403 });
    await expect(work()).rejects.toThrow('403');
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect(await work()).toMatchObject({ sent: 10 });
  });
});
