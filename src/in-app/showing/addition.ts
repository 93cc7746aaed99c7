import type { InAppMessage } from '../../api/models/in-app.js';
import type { Click } from './follow-link.js';
import type { createFrame } from './frame.js';

/** A form's name, what it says, and which form of the message it is, counted from 0; none of it is taken at its word. */
export type Sent = [name: string, fields: unknown, form: number];

/** What a message has beyond HTML that is only read. */
export interface Addition {
  /** The message with what it leaves open of where it stands, and how. */
  look?: InAppMessage | undefined;
  /** Lays out what the message shows without HTML. Default: its HTML is shown. */
  createView?: typeof createFrame | undefined;
  /** A script that tells of the forms in its frame. */
  script?: string | undefined;
  /** Does what a form asks for that was sent. */
  submit(sent: Sent, element: HTMLElement, click: Omit<Click, 'isApart'>): Promise<void>;
}
