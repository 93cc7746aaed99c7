import type { Host } from '../../host/host.js';
import type { KeptForUser } from '../../host/kept-for-user.js';
import type { PushState } from '../permission.js';
import type { PromptMemory } from './due.js';
import type { PushPromptOptions } from './prompt-options.js';
import type { PushClient } from './push-client.js';

/** What elements show, and what their buttons do. */
export interface PromptSource {
  push: {
    readonly state: PushState;
    readonly isOn: boolean;
    turnOn(): Promise<PushState>;
    turnOff(): Promise<void>;
    watch(listener: () => void): () => void;
  };
  host: Host;
  client: PushClient;
  /** The names of what was recorded on this page. */
  events: ReadonlySet<string>;
  /** What the page says of it. */
  prompt: PushPromptOptions | undefined;
  /** The elements that are filled from it. */
  elements?: Set<HTMLElement>;
  /** What these remember together: what is chosen in one is known to the others. */
  memory?: KeptForUser<PromptMemory> | undefined;
}
