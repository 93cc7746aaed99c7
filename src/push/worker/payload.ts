import type { UserRef } from '../../api/models/user.js';
import type { PushWorker } from './push-worker.js';

/** What a web push carries, as JSON. */
export interface PushPayload {
  title: string;
  body?: string;
  /** The address of a picture to show large. */
  image?: string;
  /** The address of a small picture that stands for the sender. */
  icon?: string;
  /** The address of the picture in a phone's status bar: one colour, on nothing. */
  badge?: string;
  /** The page to show on a click. Default: whichever of the site is open, or its start page. */
  url?: string;
  /** Buttons, of which a browser shows some or none. */
  actions?: PushButton[];
  /** Fields of your own; a listener of your own finds them in the notification's `data.data`. */
  data?: unknown;
  /** The message's id at the service. Without one, clicks are not told. */
  messageId?: string;
  campaignId?: number;
  templateId?: number;
}

/** A button of a web push. */
export interface PushButton {
  /** Names the button. */
  action: string;
  title: string;
  /** The address of a picture on it. */
  icon?: string;
  /** The page to show on its click. Default: that of the push. */
  url?: string;
}

/** A web push that was read: nothing in it can do harm. */
export interface Push {
  title: string;
  look: PushLook;
  memory: PushMemory;
  /** The site's own fields. */
  data: unknown;
}

/** How a push looks, in the platform's words. */
export interface PushLook {
  body: string | undefined;
  image: string | undefined;
  icon: string | undefined;
  badge: string | undefined;
  actions: PushAction[];
  /** One that comes twice takes its own place. */
  tag: string | undefined;
}

/** What a notification remembers for its click. */
export interface PushMemory {
  url: string | undefined;
  actions: PushAction[];
  message: PushedMessage | undefined;
  /** Whom it was shown to. */
  user?: UserRef | undefined;
}

/** A button that was read. */
export interface PushAction {
  action: string;
  title: string;
  icon: string | undefined;
  url: string | undefined;
}

/** The message of the service that a push is. */
export interface PushedMessage {
  messageId: string;
  campaignId: number | undefined;
  templateId: number | undefined;
}

/** Where a push is read. */
type Site = Pick<PushWorker['location'], 'href' | 'hostname'>;

/** How long a text may be: what is longer is not shown whole anywhere. */
const LONGEST = 1_000;
/** How long an id may be. */
const LONGEST_ID = 512;

/**
 * Reads a push, which is not taken at its word. A browser wants every push shown, so one that is not ours shows as the
 * text it is, or as the site's name.
 *
 * @param read - Finds the payload in what a push provider sends; gives nothing for what is somebody else's to show.
 */
export function readPush(text: () => string, site: Site, read: (json: object) => unknown): Push | undefined {
  const found = payloadIn(text, read);
  if (!found) return undefined;
  const { title, body, image, icon, badge, url, data } = found;
  const actions = actionsIn(found.actions, site);
  const message = messageIn(found);
  return {
    title: wordsIn(title) ?? site.hostname,
    look: {
      body: wordsIn(body),
      image: urlIn(image, site),
      icon: urlIn(icon, site),
      badge: urlIn(badge, site),
      actions,
      tag: message?.messageId,
    },
    memory: { url: urlIn(url, site), actions, message },
    data,
  };
}

type Fields = Partial<Record<string, unknown>>;

/** A whole number, also where a provider sends nothing but texts. */
function numberIn(value: unknown): number | undefined {
  return /^\d{1,15}$/.test(value as string) ? Number(value) : undefined;
}

function actionsIn(found: unknown, site: Site): PushAction[] {
  return (Array.isArray(found) ? found : []).flatMap((button: Fields | null) => {
    const action = wordsIn(button?.action);
    const title = wordsIn(button?.title);
    return action && title
      ? { action, title, icon: urlIn(button?.icon, site), url: urlIn(button?.url, site) }
      : [];
  });
}

function jsonIn(text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json) return json;
  } catch {
    // Plain text.
  }
  return { title: text };
}

function wordsIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.slice(0, LONGEST) : undefined;
}

function payloadIn(text: () => string, read: (json: object) => unknown): Fields | undefined {
  try {
    const found = read(jsonIn(text()));
    // A notification keeps what can be copied.
    return found === undefined ? found : { ...(JSON.parse(JSON.stringify(found)) as Fields) };
  } catch {
    return {}; // It shows as the site's name.
  }
}

/** An address of the web. */
function urlIn(value: unknown, { href: base }: Site): string | undefined {
  const text = wordsIn(value) && (value as string);
  const { href = '' } = text && URL.canParse(text, base) ? new URL(text, base) : {};
  return /^https?:/.test(href) ? href : undefined;
}

function messageIn({ messageId, campaignId, templateId }: Fields): PushedMessage | undefined {
  return wordsIn(messageId) && (messageId as string).length <= LONGEST_ID
    ? { messageId: messageId as string, campaignId: numberIn(campaignId), templateId: numberIn(templateId) }
    : undefined;
}
