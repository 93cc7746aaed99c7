import type { Device } from '../api/device.js';
import { uuid } from '../lib/uuid.js';
import type { Host } from './host.js';

const KEY = 'device';

/** Gives this device, whose id is made once and says nothing of the visitor. */
export async function thisDevice(host: Host, appPackageName: string): Promise<Device> {
  const made = uuid();
  const deviceId = await host.store(async (table) => {
    const known = (await table.get(KEY)) as string | undefined;
    if (!known) table.put(KEY, made);
    return known ?? made;
  });
  return { appPackageName, deviceId, platform: 'Web' };
}
