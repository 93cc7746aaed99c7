import { tellConsole } from './console.js';
import { tellFollower } from './following.js';
import type { TellingParts } from './parts.js';

export { follow } from './following.js';

/** Tells whoever wants to know something that a client tells of. */
export function tell(parts: TellingParts, name: string, what: unknown = '', isHeard = true): void {
  tellFollower(parts, name, what);
  tellConsole(parts, name, what, isHeard);
}
