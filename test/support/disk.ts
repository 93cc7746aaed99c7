import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Enough for a profile and little more. */
const SIZE = '192m';

/** A disk of its own in memory, if this machine lets one be made. */
export function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

export function unmount(disk: string): void {
  spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
}

/** Writes until nothing more can be written. Gives what makes room again. */
export function fill(disk: string): () => void {
  const file = join(disk, 'full');
  for (const size of [1_000_000, 4_096, 1]) {
    const { stderr } = spawnSync('dd', [
      'if=/dev/zero',
      `of=${file}`,
      `bs=${size}`,
      'oflag=append',
      'conv=notrunc',
    ]);
    if (!String(stderr).includes('No space left')) throw new Error(`${disk} is not full: ${String(stderr)}`);
  }
  return () => rmSync(file);
}
