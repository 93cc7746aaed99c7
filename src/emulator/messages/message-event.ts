import { z } from 'zod';
import type { Device } from '../../api/models/device.js';
import type { OptionalUserRef, UserRef } from '../../api/models/user.js';
import { secondsSinceEpoch } from '../operation/schemas.js';

/** The app and the device of an event (DeviceInfo of the document). */
export const device = z.object({
  appPackageName: z.string(),
  deviceId: z.string(),
  platform: z.enum(['iOS', 'Android', 'Web']),
}) satisfies z.ZodType<Device>;

/** What every event of an in-app or an embedded message says, beside whose it is; times are as decision 7 says. */
export const messageEvent = z.object({
  messageId: z.string().min(1),
  createdAt: secondsSinceEpoch.exactOptional(),
  deviceInfo: device.exactOptional(),
});

/** An event as pages may send it: its token or its message says whose it is where it does not (decision 53). */
export type FromPage<Event extends UserRef> = OptionalUserRef & Omit<Event, keyof UserRef>;
