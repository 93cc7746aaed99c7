import type { Host } from './host.js';

/** A client that features can be attached to. What they need of it is private: no editor offers it, and no page sees its types. */
export declare class Attachable {
  private readonly host: Host;
}
