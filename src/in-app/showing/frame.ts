import { trusted } from '../../browser/trusted-html.js';
import { randomId } from '../../lib/random-id.js';
import type { Said, Shown, Written } from './bridge.js';
import BRIDGE from './bridge-text.js';
import type { Link } from '../../host/links.js';
import { scriptlessHtml } from './scriptless-frame.js';

/** A message's own document, apart from the page. */
export interface Frame {
  readonly element: HTMLIFrameElement;
  /** Says what each of its links does. Those that open in a new tab it opens by itself. */
  link(links: readonly Link[]): void;
}

/** What a frame is made of. */
export interface FrameOptions {
  html: string;
  /** The nonce of the page's own content security policy. Default: one of our own. */
  nonce: string | undefined;
  /** Hears what happens in the message. */
  say: (said: Heard) => void;
}

/** What is heard of a message. */
export type Heard =
  | Said
  /** Nothing more will be said: the page forbids the frame's script. */
  | { is: 'lost'; why: Error };

/** How long the frame's script may take to answer before it is taken to be forbidden, in milliseconds. */
const PATIENCE = 1_500;
/** How tall a message is that cannot say it, in CSS pixels. */
const PLAIN_HEIGHT = 320;
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/**
 * Makes the frame of a message. It has no origin, runs no script but ours, and cannot reach the page.
 *
 * Where the page forbids even that script, the message is shown without it: its links open in new tabs.
 */
export function createFrame({ html, nonce = randomId(), say }: FrameOptions): Frame {
  const element = document.createElement('iframe');
  const { port1: port, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let links: readonly Link[] = [];

  // Its first word; a large message would be long on its way.
  port.onmessage = () => {
    clearTimeout(timer);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const said = saidIn(data);
      if (said) say(said);
    };
    const { documentElement: root } = document;
    const shown: Shown = { html, lang: root.lang, dir: getComputedStyle(root).direction };
    port.postMessage(shown);
  };
  function begin() {
    element.contentWindow?.postMessage('', '*', [port2]);
    timer = setTimeout(showPlain, PATIENCE);
    // The channel is for one document only.
    element.addEventListener('load', () => port.close());
  }
  element.addEventListener('load', begin, { once: true });
  setSource(element, `${SANDBOX} allow-scripts`, headOf(`'nonce-${nonce}'`) + scripted(nonce));

  function showPlain() {
    // Closed before its script could answer.
    if (!element.isConnected) return;
    const { title, hrefs, text } = scriptlessHtml(html);
    say({ is: 'built', title, hrefs });
    const urls = links.map((link) => (link.does === 'open' ? link.url : undefined));
    const why = new Error('The page forbids the script of messages: pass `cspNonce` to `startInApp`');
    function tell() {
      say({ is: 'height', count: PLAIN_HEIGHT });
      say({ is: 'lost', why });
      say({ is: 'loaded' });
    }
    element.addEventListener('load', tell, { once: true });
    setSource(element, SANDBOX, headOf("'none'") + text(urls));
  }

  return {
    element,
    link(given) {
      links = given;
      port.postMessage(given.map((link) => (link.does === 'open' && link.isNewTab ? link.url : undefined)));
    },
  };
}

/** What a frame has said, which is not taken at its word. */
function saidIn(data: unknown): Said | undefined {
  const { is, count, title, hrefs } = { ...(data as Partial<Record<string, unknown>>) };
  if (is === 'loaded' || is === 'escape') return { is };
  if (is === 'height' || is === 'click' || is === 'swipe')
    return typeof count === 'number' && Number.isFinite(count) ? { is, count } : undefined;
  return is === 'built' && typeof title === 'string' && Array.isArray(hrefs)
    ? { is, title, hrefs: hrefs.filter(isWritten) }
    : undefined;
}

function isWritten(value: unknown): value is Written {
  return Array.isArray(value) && typeof value[0] === 'string';
}

/** The beginning of a message's document: what it may load and run. */
function headOf(scripts: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline' https:",
    'img-src https: http: data:',
    'font-src https: data:',
    'media-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join(';');
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${quoted(policy)}">`;
}

function scripted(nonce: string): string {
  return `<script nonce="${quoted(nonce)}">${BRIDGE}</script>`;
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function setSource(element: HTMLIFrameElement, sandbox: string, html: string) {
  element.setAttribute('sandbox', sandbox);
  element.srcdoc = trusted(html);
}
