import { trusted } from '../../browser/trusted-html.js';
import { randomId } from '../../lib/random-id.js';
import { textIn } from '../../lib/text.js';
import { wait } from '../../lib/wait.js';
import type { Opening, Said, Shown, Written } from './bridge/said.js';
import BRIDGE from './bridge/bridge-text.js';
import type { Link } from '../../host/links.js';

/** A message's own document, apart from the page. */
export interface Frame {
  readonly element: HTMLElement;
  /** Gives it the message, whose pictures nobody asks for before. Default: it has it already. */
  show?(): void;
  /** Says what each of its links does. Those that open in a new tab it opens by itself. */
  link(links: readonly Link[]): void;
}

/** What a frame is made of. */
export interface FrameOptions {
  html: string;
  /** The nonce of the page's own content security policy. Default: one of our own. */
  nonce: string | undefined;
  /** A script that runs beside ours. */
  script?: string | undefined;
  /** Hears what happens in the message. */
  say: (said: Heard) => void;
  /** Hears why it can show nothing. */
  fail: (error: unknown) => void;
}

/** What is heard of a message: what the bridge says, or that nothing more will be said, since the page forbids its script. */
export type Heard = Required<Omit<Said, 'is'>> & { is: unknown };

/** How long the frame's script may take to answer before it is taken to be forbidden, in milliseconds: twice this. */
const PATIENCE = 750;
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/**
 * Makes the frame of a message. It has no origin, runs no script but ours, and cannot reach the page.
 *
 * Where the page forbids even that script, the message is shown without it: its links open in new tabs.
 */
export function createFrame({ html, nonce = randomId(), script = '', say, fail }: FrameOptions): Frame {
  const element = document.createElement('iframe');
  const { port1: port, port2 } = new MessageChannel();
  let hasBegun = false;
  let openings: Opening[] = [];

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    hasBegun = true;
    say(heardIn(data));
  };
  function begin() {
    element.contentWindow?.postMessage('', '*', [port2]);
    showPlain().catch(fail);
    // The channel is for one document only.
    element.onload = () => port.close();
  }
  element.onload = begin;
  setSource(element, `${SANDBOX} allow-scripts`, headOf(`'nonce-${nonce}'`) + scripted(nonce, script));

  /** Shows it without the script, unless that answers in time. */
  async function showPlain() {
    // Twice: a page that was busy for as long as the first has yet to hear what was said meanwhile.
    await wait(PATIENCE);
    await wait(PATIENCE);
    // It may also be closed before its script could answer.
    if (hasBegun || !element.isConnected) return;
    const { scriptlessHtml } = await import('./scriptless-frame.js');
    const { title, hrefs, text } = scriptlessHtml(trusted(html));
    say(heardIn({ is: 'built', title, hrefs }));
    const urls = openings.map((opening) => opening?.[0]);
    element.onload = () => say(heardIn({ is: 'lost' }));
    port.close();
    setSource(element, SANDBOX, headOf("'none'") + text(urls));
  }

  return {
    element,
    show() {
      const { documentElement: root } = document;
      const shown: Shown = { html, lang: root.lang, dir: getComputedStyle(root).direction };
      port.postMessage(shown);
    },
    link(links) {
      openings = links.map((link) => (link.does === 'open' ? [link.url, link.isNewTab] : undefined));
      port.postMessage(openings);
    },
  };
}

/** What a frame has said, which is not taken at its word. */
function heardIn(data: unknown): Heard {
  const { is, count, title, hrefs } = { ...(data as Partial<Record<string, unknown>>) };
  return {
    is,
    // What is no number is no link's either.
    count: typeof count === 'number' ? count : NaN,
    title: textIn(title),
    hrefs: Array.isArray(hrefs) ? hrefs.filter(isWritten) : [],
  };
}

function isWritten(value: unknown): value is Written {
  return Array.isArray(value) && typeof value[0] === 'string';
}

/** The beginning of a message's document: what it may load and run. */
function headOf(scripts: string): string {
  const policy = `default-src 'none';script-src ${scripts};style-src 'unsafe-inline' https:;img-src https: http: data:;font-src https: data:;media-src https: data:;base-uri 'none';form-action 'none'`;
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">`;
}

function scripted(nonce: string, more: string): string {
  return `<script nonce="${nonce}">${BRIDGE}${more}</script>`;
}

function setSource(element: HTMLIFrameElement, sandbox: string, html: string) {
  element.setAttribute('sandbox', sandbox);
  element.srcdoc = trusted(html);
}
