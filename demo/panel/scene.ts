import type { Client, InApp } from 'tidings';
import type { Network } from './network.js';
import type { Tokens } from './tokens.js';
import type { Way } from './way.js';

/** What the sections of the shop draw, and what their switches change. */
export interface Scene {
  client: Client;
  inApp: InApp;
  network: Network;
  tokens: Tokens;
  /** How this page speaks to the service. */
  way: Way;
}

/** A section of the shop's own in the inspector. */
export interface Part {
  element: HTMLElement;
  /** Draws what there is now. */
  draw(depth: number): void;
}
