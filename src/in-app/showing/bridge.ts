/**
 * The only script that runs in a message's frame. It is handed one end of a channel and told what to show, builds it
 * without anything that could act by itself, and tells the page of clicks, Escape, its size and its name.
 *
 * It becomes a text that runs in another document, so it may import nothing but types.
 */

/** What the bridge is told to show. */
export interface Shown {
  html: string;
  /** The language and the direction of the page, for a message that does not say. */
  lang: string;
  dir: string;
}

/** A link as it is written: its address and its target. */
export type Written = [href: string, target: string | null];

/** What the bridge says of the message. */
export type Said =
  /** It runs. */
  | { is: 'begun' }
  /** The message is built: its title, and each of its links. */
  | { is: 'built'; title: string; hrefs: Written[] }
  /** Its pictures are there. */
  | { is: 'loaded' }
  /** How tall it is, in CSS pixels. */
  | { is: 'height'; count: number }
  /** The link that was clicked, counted from 0. */
  | { is: 'click'; count: number }
  | { is: 'escape' }
  /** How far down a finger has moved, in CSS pixels; up is below 0. */
  | { is: 'swipe'; count: number };

/** What could act by itself, or change where a link leads after it was looked at. */
const BARRED =
  'script,iframe,frame,frameset,object,embed,portal,fencedframe,base,meta,template,link:not([rel=stylesheet]),[attributeName$="href" i],[attributeName="target" i]';
/** What its name or id makes stand in for something that a document or a form can do. */
const NAMED = 'img,form,object,button,fieldset,input,output,select,textarea';
const XLINK = 'http://www.w3.org/1999/xlink';
const BASICS =
  ':where(html){font-family:system-ui,sans-serif}:where(body){margin:0;display:flow-root}:where(img){max-width:100%}';
/** For a message that paints nothing behind its text. */
const PAPER =
  ':where(html){background:Canvas;color:CanvasText;line-height:1.5}:where(body){padding:.25rem 1.25rem}';

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): typeof rules;
}

/** Of the ways there are to call it, the one that any selector can take. */
interface Finder {
  querySelectorAll(selector: string): NodeListOf<HTMLElement>;
}

// Their names may be taken in the message.
const { querySelectorAll: find } = Document.prototype as Finder;
const { getAttribute, removeAttribute } = Element.prototype;
const all = (selector: string, root = document) => [...find.call(root, selector)];

addEventListener('message', function begin({ ports: [port], source }) {
  if (source !== parent || !port) return;
  removeEventListener('message', begin);
  const say = (said: Said) => port.postMessage(said);
  port.onmessage = ({ data }: MessageEvent<Shown>) => follow(say, port, build(data));
  say({ is: 'begun' });
});

/** Puts the message in the place of this document's own. Gives its title. */
function build({ html, lang, dir }: Shown): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('tidings', { createHTML: (text) => text });
  const message = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
  disarm(message);
  const title = (message.title || message.querySelector('h1,h2,h3')?.textContent || '').trim().slice(0, 200);
  // Read before they are part of this document, since Firefox then empties those that a policy holds back.
  const inline = new Map(all('[style]', message).map((element) => [element, element.getAttribute('style')]));
  const root = document.adoptNode(message.documentElement);
  root.lang ||= lang;
  root.dir ||= dir;
  document.documentElement.replaceWith(root);
  document.title = title;
  dress(inline);
  return title;
}

/** Takes from a message what could act by itself, or keep this script from its work. */
function disarm(message: Document) {
  for (const element of all(NAMED, message)) {
    for (const key of ['name', 'id']) {
      const name = getAttribute.call(element, key) ?? '';
      if (name in HTMLFormElement.prototype || name in document) removeAttribute.call(element, key);
    }
  }
  for (const element of all(BARRED, message)) element.remove();
  for (const element of all(':is(math,math *):not(a)', message)) forgetHref(element);
  // The address of the page is nobody's business.
  for (const element of all('[referrerpolicy]', message)) element.removeAttribute('referrerpolicy');
  // It is gone with a frameset.
  if (!all('body', message).length) message.documentElement.append(message.createElement('body'));
}

function forgetHref(element: Element) {
  element.removeAttribute('href');
  element.removeAttributeNS(XLINK, 'href');
}

/** Gives the message the style that it has by itself, also where the page's policy holds that back. */
function dress(inline: Map<HTMLElement, string | null>) {
  const styles = [...document.getElementsByTagName('style')];
  const sheets = styles.flatMap((style) => (style.sheet ? [] : [style.textContent]));
  for (const [element, css] of inline) element.style.cssText = css ?? '';
  adopt([BASICS, ...sheets]);
  const { documentElement: root, body } = document;
  if ([root, body, body.firstElementChild].every(isClear)) adopt([BASICS, PAPER, ...sheets]);
}

function isClear(element: Element | null): boolean {
  if (!element) return true;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return /, 0\)$/.test(backgroundColor) && backgroundImage === 'none';
}

function adopt(styles: string[]) {
  document.adoptedStyleSheets = styles.map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}

/** Tells the page of all that happens in the message. */
function follow(say: (said: Said) => void, port: MessagePort, title: string) {
  const links = all('a,area');
  const hrefs = links.map((link) => hrefOf(link));
  /** Which of them the frame opens by itself, in a new tab. */
  let openings: (string | undefined)[] = [];

  port.onmessage = ({ data }: MessageEvent<typeof openings>) => {
    openings = data;
    links.forEach((link, index) => direct(link, openings[index], hrefs[index] !== null));
  };
  function click(event: MouseEvent) {
    // The second button is for the browser's own menu.
    if (event.button > 1) return;
    const path = event.composedPath();
    const index = links.findIndex((link) => path.includes(link));
    if (index < 0) return;
    const url = openings[index];
    const isForeign = !(links[index] instanceof HTMLElement);
    if (!url || isForeign) event.preventDefault();
    if (!hrefs[index] || !event.isTrusted) return;
    if (url && isForeign) openApart(url);
    say({ is: 'click', count: index });
  }
  addEventListener('click', click, true);
  addEventListener('auxclick', click, true);
  addEventListener('submit', (event) => event.preventDefault(), true);
  addEventListener('keydown', ({ key, isTrusted }) => key === 'Escape' && isTrusted && say({ is: 'escape' }));
  let from = 0;
  const heightOf = ([touch]: Touch[]) => touch?.clientY ?? from;
  addEventListener('touchstart', ({ touches }) => (from = heightOf([...touches])));
  addEventListener('touchend', ({ changedTouches }) => {
    // In a message that is longer than its frame, a finger scrolls.
    if (document.documentElement.scrollHeight <= innerHeight)
      say({ is: 'swipe', count: heightOf([...changedTouches]) - from });
  });

  const written = links.map((link, index): Written => [hrefs[index] ?? '', link.getAttribute('target')]);
  say({ is: 'built', title, hrefs: written });
  measure(say);
}

/** Opens a tab that knows nothing of this one; WebKit lets what a link in SVG opens reach back, whatever it says. */
function openApart(href: string) {
  Object.assign(document.createElement('a'), { href, target: '_blank', rel: 'noopener noreferrer' }).click();
}

function hrefOf(link: Element): string | null {
  return link.getAttribute('href') ?? link.getAttributeNS(XLINK, 'href');
}

/** Makes a link lead where the page says; nowhere, if it is the page that follows it. */
function direct(link: Element, url: string | undefined, isLink: boolean) {
  for (const name of ['ping', 'download', 'target']) link.removeAttribute(name);
  forgetHref(link);
  if (!isLink) return;
  link.setAttribute('href', url ?? '#');
  if (!url) return;
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

function measure(say: (said: Said) => void) {
  const { body } = document;
  const size = () =>
    say({
      is: 'height',
      count: Math.ceil(Math.max(body.getBoundingClientRect().height, body.scrollHeight)),
    });
  new ResizeObserver(size).observe(body);
  size();
  const pictures = [...document.images].filter(({ complete }) => !complete);
  let left = pictures.length;
  function arrive() {
    if (!left) say({ is: 'loaded' });
    left -= 1;
  }
  for (const picture of pictures) {
    picture.onload = arrive;
    picture.onerror = arrive;
  }
  arrive();
}
