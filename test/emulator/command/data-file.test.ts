import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, lstatSync, chmodSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { createDataFile, loadDataFile, type Saved } from '../../../src/emulator/command/data-file.js';
import { until } from '../../support/until.js';

/** A folder that is deleted when the test ends, and the path of a file in it. */
function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, 'emulator.json') };
}

/** Something that is saved, whose text a test sets. */
function holder(text = ''): Saved & { text: string; saves: number } {
  const held = {
    text,
    saves: 0,
    save() {
      held.saves += 1;
      return held.text;
    },
    load(loaded: string) {
      held.text = loaded;
    },
  };
  return held;
}

describe('a data file', () => {
  it('brings back everything an emulator held', async () => {
    const { path } = setup();
    const before = createEmulator();
    await before.fetch('http://emulator/api/events/track', {
      method: 'POST',
      headers: { 'Api-Key': before.keys.server },
      body: JSON.stringify({ email: 'ada@example.com', eventName: 'seen' }),
    });
    await createDataFile(path, before).flush();

    const after = createEmulator();
    expect(await loadDataFile(path, after)).toBe(true);

    expect(after.inspect.events()).toEqual(before.inspect.events());
    expect(after.inspect.people).toEqual(before.inspect.people);
  });

  it('need not be there yet, nor its folder', async () => {
    const { folder } = setup();
    const path = join(folder, 'some/where/emulator.json');
    const held = holder('new');

    expect(await loadDataFile(path, held)).toBe(false);
    await createDataFile(path, held).flush();

    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it.each(['', '{"format":"tidings-emulator 1","lastId":1,"tab', '{}', 'null', '[1]'])(
    'that is damaged (%s) is a clear error, and is left as it was',
    async (text) => {
      const { path } = setup();
      await writeFile(path, text);
      const emulator = createEmulator();
      const before = emulator.save();

      await expect(loadDataFile(path, emulator)).rejects.toThrow(`${path} is damaged and left as it is`);

      expect(await readFile(path, 'utf8')).toBe(text);
      expect(emulator.save()).toBe(before);
    },
  );

  it('that cannot be read is another error', async () => {
    const { folder } = setup();
    await expect(loadDataFile(folder, holder())).rejects.toThrow('cannot be read');
  });

  it('saves a row of changes once, soon', async () => {
    const { path } = setup();
    const held = holder('1');
    const file = createDataFile(path, held);

    for (const text of ['2', '3', '4']) {
      held.text = text;
      file.changed();
    }

    await until(() => expect(readFileSync(path, 'utf8')).toBe('4'));
    expect(held.saves).toBe(1);
  });

  it('is not written again when nothing changed', async () => {
    const { path } = setup();
    const file = createDataFile(path, holder('same'));
    await file.flush();
    await writeFile(path, 'touched by someone');

    await file.flush();

    expect(await readFile(path, 'utf8')).toBe('touched by someone');
  });

  it('is never written twice at once, and the latest comes last', async () => {
    const { folder, path } = setup();
    const held = holder();
    const file = createDataFile(path, held);

    const flushes = Array.from({ length: 30 }, (_, index) => {
      held.text = `${index} `.repeat(20_000);
      return file.flush();
    });
    await Promise.all(flushes);

    expect(await readFile(path, 'utf8')).toBe('29 '.repeat(20_000));
    expect(await readdir(folder)).toEqual(['emulator.json']);
  });

  it('that is a link stays one', async () => {
    const { folder, path } = setup();
    const target = join(folder, 'elsewhere.json');
    writeFileSync(target, 'old');
    symlinkSync(target, path);

    await createDataFile(path, holder('new')).flush();

    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  it('that cannot be written is told, and tried again with the next change', async () => {
    const { folder } = setup();
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, 'a file, and no folder');
    const onError = vi.fn();
    const held = holder('1');
    const file = createDataFile(join(blocked, 'emulator.json'), held, { onError });

    await expect(file.flush()).rejects.toThrow(/emulator\.json cannot be written: /);
    file.changed();
    await until(() => expect(onError).toHaveBeenCalledOnce());
    rmSync(blocked);
    held.text = '2';
    await file.flush();

    expect(readFileSync(join(blocked, 'emulator.json'), 'utf8')).toBe('2');
  });

  it('removes what a process that was killed left behind, and nothing else', async () => {
    const { folder, path } = setup();
    chmodSync(folder, 0o755);
    const gone = 2 ** 22 + 1;
    writeFileSync(`${path}.${gone}.tmp`, 'half');
    writeFileSync(`${path}.${process.ppid}.tmp`, 'another process writes');
    writeFileSync(join(folder, `other.json.${gone}.tmp`), 'not ours');

    await createDataFile(path, holder('new')).flush();

    expect((await readdir(folder)).sort()).toEqual(
      ['emulator.json', `emulator.json.${process.ppid}.tmp`, `other.json.${gone}.tmp`].sort(),
    );
  });
});

describe('a process that is killed while it saves', () => {
  /** Saves once, and then again, and is killed by its own hand as that comes to a call of the file system. */
  const script = (path: string, fatal: string) => `
    import files from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    import { createDataFile } from './data-file.js';
    const text = (count) => JSON.stringify({ count, filling: 'x'.repeat(400_000), end: count });
    let count = 1;
    const file = createDataFile(${JSON.stringify(path)}, { save: () => text(count), load() {} });
    await file.flush();
    count = 2;
    const end = () => process.kill(process.pid, 'SIGKILL');
    const { open, rename } = files;
    ${fatal};
    syncBuiltinESMExports();
    await file.flush();
  `;

  it.each([
    [
      'half of it is written',
      1,
      `files.open = async (...rest) => {
        const draft = await open(...rest);
        draft.writeFile = (text) => draft.write(text.slice(0, text.length / 2)).then(end);
        return draft;
      }`,
    ],
    ['it is about to take its name', 1, 'files.rename = end'],
    ['it has taken its name', 2, 'files.rename = (...names) => rename(...names).then(end)'],
  ])('leaves a whole file when %s', async (_, kept, fatal) => {
    const { folder, path } = setup();
    for (const name of ['data-file', 'data-lock']) {
      const source = readFileSync(
        new URL(`../../../src/emulator/command/${name}.ts`, import.meta.url),
        'utf8',
      );
      const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
      const { outputText } = ts.transpileModule(source, { compilerOptions: options });
      writeFileSync(join(folder, `${name}.js`), outputText);
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'main.js'), script(path, fatal));
    const before = await readdir(folder);

    const { signal } = spawnSync(process.execPath, [join(folder, 'main.js')], { stdio: 'inherit' });

    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ count: kept, end: kept });
    await createDataFile(path, holder('at last')).flush();
    expect((await readdir(folder)).sort()).toEqual([...before, 'emulator.json'].sort());
  });
});
