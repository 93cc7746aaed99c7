import { createAdmin, type AdminOptions } from '../../../src/admin/index.js';
import { createEmulator, type Fault } from '../../../src/emulator/app.js';

/** An emulator, and an admin of it whose waits are as short as chance makes them. */
export function emulated(options: Partial<AdminOptions> = {}) {
  const emulator = createEmulator();
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch: emulator.fetch,
    random: () => 0.001,
    ...options,
  });
  const fail = (...faults: Fault[]) => faults.forEach((fault) => emulator.faults.add(fault));
  return { emulator, admin, fail, attempts: () => emulator.inspect.requests.length };
}
