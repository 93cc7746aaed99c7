import { z } from 'zod';
import type { Device } from '../../api/device.js';

/** The app and the device of an event (DeviceInfo of the document). */
export const device = z.object({
  appPackageName: z.string(),
  deviceId: z.string(),
  platform: z.enum(['iOS', 'Android', 'Web']),
}) satisfies z.ZodType<Device>;

/** When something happened, in seconds since the epoch (decision 7). */
export const eventTime = z.int().nonnegative();

/** What every event of an in-app or an embedded message says, beside whose it is. */
export const messageEvent = z.object({
  messageId: z.string().min(1),
  createdAt: eventTime.exactOptional(),
  deviceInfo: device.exactOptional(),
});
