import type { Device } from '../api/device.js';
import type { Host } from '../events/host.js';
import { uuid } from '../lib/uuid.js';

const KEY = 'in-app device';

/** Makes the function that gives this device, whose id is made once and says nothing of the visitor. */
export function createDeviceOf(host: Host, appPackageName: string): () => Promise<Device> {
  return async () => {
    const made = uuid();
    const deviceId = await host.store(async (table) => {
      const known = (await table.get(KEY)) as string | undefined;
      if (!known) table.put(KEY, made);
      return known ?? made;
    });
    return { appPackageName, deviceId, platform: 'Web' };
  };
}
