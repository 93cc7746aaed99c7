/** The app and the device on which something happened. */
export interface Device {
  /** The app's package name, or the site's. */
  appPackageName: string;
  /** An id of your own that stays the same on this device. */
  deviceId: string;
  platform: 'iOS' | 'Android' | 'Web';
}
