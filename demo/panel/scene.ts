import type { Client, InApp } from 'tidings';
import type { Notes } from './notes.js';
import type { Network } from './network.js';
import type { Tokens } from './tokens.js';
import type { Way } from './way.js';

/** What the panel draws, and what its switches change. */
export interface Scene {
  client: Client;
  inApp: InApp;
  notes: Notes;
  network: Network;
  tokens: Tokens;
  /** How this page speaks to the service. */
  way: Way;
}

/** A part of the panel. */
export interface Part {
  element: HTMLElement;
  /** Draws what there is now. */
  draw(depth: number): void;
}
