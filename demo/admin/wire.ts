/** What the page and its server tell each other. */

/** Where a message stands in the shop, as the page offers it. */
export const POSITIONS = ['Center', 'Top', 'Bottom', 'TopRight', 'BottomRight'] as const;

/** The kinds of events that can be drawn, and what the page calls them. */
export const EVENT_KINDS = {
  customEvent: 'What visitors did',
  purchase: 'Purchases',
  emailSend: 'Emails sent',
  emailOpen: 'Emails opened',
  inAppSend: 'In-app messages sent',
  inAppOpen: 'In-app messages opened',
} as const;

/** The name of a kind of events that can be drawn. */
export type EventKind = keyof typeof EVENT_KINDS;

/** The parts of the desk whose code is shown. */
export const STEPS = [
  'save-template',
  'start-campaign',
  'send-message',
  'import-people',
  'export-events',
] as const;

/** The name of a part of the desk whose code is shown. */
export type Step = (typeof STEPS)[number];

/** What the page needs to know before anything is done. */
export interface About {
  /** The code that the server runs at each step. */
  code: Record<Step, string>;
  /** How many people an import brings. */
  people: number;
  /** The host of the service, if it is a real one. */
  realService?: string;
}

/** Who is logged in at the shop. */
export interface Visitor {
  email?: string;
}

/** A message that someone writes at the desk. */
export interface NewMessage {
  title: string;
  text: string;
  /** The words on its button. */
  button: string;
  position: (typeof POSITIONS)[number];
}

/** What became of a message that was sent. */
export interface Sent {
  /** Absent while the service has accepted the message and not sent it. */
  messageId?: string;
}

/** Where long work is. */
export type Phase = 'idle' | 'running' | 'done' | 'cancelled' | 'failed';

/** Long work of the server, as it stands. */
export interface TaskView<Seen> {
  phase: Phase;
  /** How far it is, once that is known. */
  seen?: Seen;
  /** Why it failed. */
  error?: string;
}

/** How far an import is. */
export interface ImportSeen {
  total: number;
  /** Taken by the service. */
  sent: number;
  failed: number;
  /** Done before it was cancelled, and not sent again. */
  skipped: number;
  /** Calls made. */
  requests: number;
  /** People in a second. */
  rate: number;
  /** In milliseconds. */
  timeLeft?: number;
  failures: FailedRow[];
}

/** A row of an import that was not taken. */
export interface FailedRow {
  /** Its place in the file, from 1. */
  row: number;
  /** The row as it was read, cut short. */
  item: string;
  reason: string;
  /** The service's own word; absent when the row was found out before it was sent. */
  code?: string;
  message?: string;
}

/** How far an export is, and what was in it. */
export interface ExportSeen {
  kind: EventKind;
  /** The state of the job, as the service calls it. */
  job: string;
  /** Bytes read so far. */
  bytes: number;
  /** How many events there were in each of the last twelve months, the oldest first. */
  months: MonthCount[];
  /** Whether there was more than an export may hold. */
  isCutOff: boolean;
}

/** A month as `2026-11`, and how many events it had. */
export interface MonthCount {
  month: string;
  count: number;
}
