import type { PushState } from './permission.js';

const WORDS: Partial<Record<PushState, string>> = {
  denied: 'are blocked: allow them in your browser’s settings for this site',
  unsupported: 'cannot be shown by this browser',
  uninstalled: 'come once you open this site from your home screen',
};

/** What a state means, in words for the visitor. */
export function explanationOf(state: PushState, isOn: boolean): string {
  return `Notifications ${isOn ? 'are on' : (WORDS[state] ?? 'are off')}.`;
}
