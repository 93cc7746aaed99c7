import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockDataFile } from '../../../src/emulator/command/data-lock.js';
import { zombie } from '../../support/zombie.js';

/** A folder that is deleted when the test ends, and the path of a data file in it. */
function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'data.json');
  return { folder, path, marks: () => readdirSync(folder).filter((name) => name.endsWith('.lock')) };
}

/** Another process, which does nothing; gives its number and what ends it. */
function startProcess() {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const ended = new Promise((resolve) => child.on('close', resolve));
  async function kill() {
    child.kill('SIGKILL');
    await ended;
  }
  onTestFinished(kill);
  return { pid: Number(child.pid), kill };
}

/** Lets this process have another number until the test ends: once the system begins anew, later ones are lower. */
function haveNumber(value: number) {
  const own = Object.getOwnPropertyDescriptor(process, 'pid') as PropertyDescriptor;
  onTestFinished(() => void Object.defineProperty(process, 'pid', own));
  Object.defineProperty(process, 'pid', { ...own, value });
}

describe('a data file', () => {
  it('is kept to one process, and let go of', async () => {
    const { marks, path } = setup();

    const unlock = await lockDataFile(path);
    expect(marks()).toEqual([`data.json.${process.pid}.lock`]);
    await unlock();

    expect(marks()).toEqual([]);
  });

  it('that another process has is refused, with what to do', async () => {
    const { marks, path } = setup();
    const { pid } = startProcess();
    writeFileSync(`${path}.${pid}.lock`, '');

    await expect(lockDataFile(path)).rejects.toThrow(
      `${path} is in use by process ${pid}; stop that one, or give another file with --data. ` +
        `Should it be no emulator, delete ${path}.${pid}.lock`,
    );

    expect(marks()).toEqual([`data.json.${pid}.lock`]);
  });

  it.runIf(process.platform === 'linux')(
    'is free again once that process has died, asked after or not',
    async () => {
      const { marks, path } = setup();
      writeFileSync(`${path}.${await zombie()}.lock`, '');

      await lockDataFile(path);

      expect(marks()).toEqual([`data.json.${process.pid}.lock`]);
    },
  );

  it('is free again once that process was killed', async () => {
    const { marks, path } = setup();
    const { pid, kill } = startProcess();
    writeFileSync(`${path}.${pid}.lock`, '');
    await kill();

    await lockDataFile(path);

    expect(marks()).toEqual([`data.json.${process.pid}.lock`]);
  });

  it('is got by one of two that start at once, which waits for the other to give way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { path } = setup();
    const { pid } = startProcess();
    haveNumber(Math.min(process.pid, pid - 1));
    const other = `${path}.${pid}.lock`;
    writeFileSync(other, '');

    const locked = lockDataFile(path);
    while (!vi.getTimerCount()) await new Promise(setImmediate);
    rmSync(other);
    vi.runAllTimers();

    await expect(locked).resolves.toBeTypeOf('function');
  });

  it('is free when the numbers are given anew, as in a container that starts again', async () => {
    const { marks, path } = setup();
    writeFileSync(`${path}.${process.pid}.lock`, '');
    writeFileSync(`${path}.${process.ppid}.lock`, '');

    await (
      await lockDataFile(path)
    )();

    expect(marks()).toEqual([`data.json.${process.ppid}.lock`]);
  });

  it('is the same file through a link', async () => {
    const { folder, path } = setup();
    const { pid } = startProcess();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'linked'));
    symlinkSync(path, join(folder, 'link.json'));
    writeFileSync(path, '');
    for (const target of [path, join(folder, 'real/new.json')]) writeFileSync(`${target}.${pid}.lock`, '');

    await expect(lockDataFile(join(folder, 'link.json'))).rejects.toThrow('is in use');
    await expect(lockDataFile(join(folder, 'linked/new.json'))).rejects.toThrow('is in use');
  });

  it('is another one when only its name begins or ends alike', async () => {
    const { folder, path } = setup();
    const { pid } = startProcess();
    for (const name of ['data.json.old', 'data', 'other-data.json']) {
      writeFileSync(join(folder, `${name}.${pid}.lock`), '');
    }
    await expect(lockDataFile(path)).resolves.toBeTypeOf('function');
  });

  it('that cannot be written is told as such', async () => {
    const { path } = setup();
    writeFileSync(path, 'a file, and no folder');
    await expect(lockDataFile(join(path, 'data.json'))).rejects.toThrow(/data\.json cannot be written: /);
  });
});
