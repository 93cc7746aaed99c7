import type { Plugin } from '../events/plugins.js';
import type { Attachable } from '../host/attachable.js';

/** A client that records, whatever its events are called. */
export interface RecordingClient extends Attachable {
  track(name: never, data: never): Promise<void>;
  use(plugin: Plugin): () => void;
}
