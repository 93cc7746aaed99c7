import type { DataFields } from '../../api/models/data-fields.js';
import type { OptionalUserRef, UserRef } from '../../api/models/user.js';

/** A device that push messages can reach. */
export interface PushDevice {
  /** The push integration of the project the device belongs to. */
  applicationName: string;
  platform: 'APNS' | 'APNS_SANDBOX' | 'GCM';
  /** The address its platform gave it. */
  token: string;
  dataFields?: DataFields;
}

/** A user's device. */
export type NewDevice = UserRef & {
  device: PushDevice;
  /** Create a user whose id is unknown; heeded in email-based projects only. Default: `false`. */
  preferUserId?: boolean;
};

/** A device of one user, or of every user who has it. */
export type DeviceRef = OptionalUserRef & { token: string };
