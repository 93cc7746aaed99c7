import type { PushState } from './permission.js';

const EXPLANATIONS: Record<PushState, string> = {
  default: 'Turn notifications on, and your browser asks whether you allow them.',
  granted: 'Notifications are allowed, and turned off here.',
  denied: 'Notifications are blocked. Allow them in your browser’s settings for this site.',
  unsupported: 'This browser cannot show notifications of this site.',
  uninstalled: 'Add this site to your home screen and open it there to get notifications.',
};

/** What a state means, in words for the visitor. */
export function explanationOf(state: PushState, isOn: boolean): string {
  return isOn ? 'Notifications are on.' : EXPLANATIONS[state];
}
