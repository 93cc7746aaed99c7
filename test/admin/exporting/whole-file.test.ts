import { execFile } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeWhole } from '../../../src/admin/exporting/whole-file.js';

function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-whole-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text = 'new') => writeWhole(join(folder, name), (put) => put(text));
  return { folder, write, in: (name: string) => join(folder, name) };
}

describe('a file that is there once it is whole', () => {
  it('is made, and takes the place of one with the same rights', async () => {
    const { write, in: at, folder } = setup();
    await write('a');
    expect(readFileSync(at('a'), 'utf8')).toBe('new');
    chmodSync(at('a'), 0o640);

    await write('a', 'newer');

    expect(readFileSync(at('a'), 'utf8')).toBe('newer');
    expect(statSync(at('a')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('is written where a link leads, which stays one', async () => {
    const { write, in: at } = setup();
    mkdirSync(at('there'));
    writeFileSync(at('there/a'), 'old');
    symlinkSync('there/a', at('link'));

    await write('link');

    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('there/a'), 'utf8')).toBe('new');
  });

  it('is a pipe where there is one', async () => {
    const { write, in: at } = setup();
    await promisify(execFile)('mkfifo', [at('pipe')]);
    const heard = promisify(execFile)('cat', [at('pipe')]);

    await write('pipe');

    expect((await heard).stdout).toBe('new');
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  });

  it('stays as it was where the work fails, and nothing is left beside it', async () => {
    const { write, in: at, folder } = setup();
    await write('a', 'old');

    const work = writeWhole(at('a'), async (put) => {
      await put('half');
      throw new Error('of the work');
    });

    await expect(work).rejects.toThrow('of the work');
    expect(readFileSync(at('a'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('says why it cannot be, and leaves nothing', async () => {
    const { write, in: at, folder } = setup();
    mkdirSync(at('folder'));
    writeFileSync(at('file'), '');

    await expect(write('folder')).rejects.toThrow(`${at('folder')} cannot be written: it is a folder`);
    await expect(write('none/a')).rejects.toThrow('its folder is not there; make that first');
    await expect(write('file/a')).rejects.toThrow('its folder is a file');
    expect(readdirSync(folder).sort()).toEqual(['file', 'folder']);
  });
});
