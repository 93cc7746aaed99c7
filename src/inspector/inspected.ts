import type { Stats } from '../events/recorder.js';
import type { Attachable } from '../host/attachable.js';
import type { Host } from '../host/host.js';
import type { Consent } from '../identity/visitor.js';
import type { Told } from '../telling/told.js';
import type { Wire } from './wire.js';

/** A client that can be looked at, whatever its events are called. */
export interface InspectedClient extends Attachable {
  consent(): Consent;
  stats(): Promise<Stats>;
  on<Name extends keyof Told>(name: Name, listener: (what: Told[Name]) => void): () => void;
}

/** What of a client's options the inspector goes by; of a key, it knows no more than what must not be drawn. */
export interface InspectedOptions {
  apiKey: string;
  baseUrl: string;
  /** Where it has other names: those of the headers that carry the key and the token. */
  headers?: { token?: string } | undefined;
  relay?: string | undefined;
  getToken?: unknown;
  fetch?: typeof globalThis.fetch | undefined;
}

/** What a client keeps for features, and its options beside it. */
export interface InspectedHost extends Host {
  readonly base: InspectedOptions & Host['base'];
}

/** All that the parts of the inspector are made of. */
export interface Inspected {
  client: InspectedClient;
  host: InspectedHost;
  wire: Wire;
  now: () => number;
  /** Gives a text as it may be drawn: without keys and tokens. */
  masked: (text: unknown) => string;
}

/** A part of the inspector. */
export interface Part {
  element: HTMLElement;
  /** Draws what there is now. */
  draw(stats: Stats): void;
  /** Stops looking. */
  close?: () => void;
}

/** A feature that runs for the client by this name, and the options that it was started with; nothing where there is none. */
export function featureOf<Feature>({ features }: Host, name: string) {
  return features.get(name) as { feature: Feature; options: string } | undefined;
}
