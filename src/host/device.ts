import type { Device } from '../api/models/device.js';
import type { KeyOf } from '../browser/store.js';
import { randomId } from '../lib/random-id.js';
import type { Host } from './host.js';

const KEY = 'device' as KeyOf<string>;

/** Makes the function that gives this device, whose id is made once and says nothing of the visitor, and the one that stops it. */
export function keepDevice(
  host: Host,
  appPackageName: string,
): [deviceOf: () => Promise<Device>, stop: () => void] {
  let device: Promise<Device> | undefined;
  return [
    () => (device ??= thisDevice(host, appPackageName)),
    // A refusal erases it.
    host.on('consent', () => (device = undefined)),
  ];
}

async function thisDevice(host: Host, appPackageName: string): Promise<Device> {
  const made = randomId();
  const deviceId = await host.store(async (table) => {
    const known = await table.get(KEY);
    if (!known) table.put(KEY, made);
    return known ?? made;
  });
  return { appPackageName, deviceId, platform: 'Web' };
}
