import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endThoseIn } from './processes.js';

/**
 * Gives a test run a folder of its own for profiles. Each worker keeps its browsers for all of its files and ends
 * before they do; whatever has its files there when the run is over is ended with it.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-'));
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
