import type { TrackedCustom } from '../events/event.js';
import type { Plugin } from '../events/plugins.js';

/** A plugin that changes custom events alone, before they are recorded. */
export function customPlugin(
  name: string,
  change: (event: TrackedCustom) => TrackedCustom | undefined,
): Plugin {
  return { name, beforeRecord: (event) => (event.kind === 'custom' ? change(event) : event) };
}
