import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endThoseIn } from './processes.js';
import { isAllMet } from './share.js';

/** Where Linux keeps files in memory: what is stored there costs a browser a tenth less work than on a disk, as deep runs have it. */
const MEMORY = '/dev/shm';
/** What all profiles of a run have room in, in bytes. */
const ROOM = 4e9;

/**
 * Gives a test run a folder of its own for profiles. Each worker keeps its browsers for all of its files and ends
 * before they do; whatever has its files there when the run is over is ended with it.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(!isAllMet() && hasRoom(MEMORY) ? MEMORY : tmpdir(), 'tidings-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder; // Workers that start after this inherit it.

  function teardown() {
    process.off('exit', teardown);
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    endThoseIn(folder);
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    } catch {
      // A process that is still ending writes there; what is left are temporary files as any other.
    }
  }

  process.once('exit', teardown);
  return teardown;
}

/** Whether there is a folder to write to with room for profiles. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false; // It is not there.
  }
}
