import { trusted } from '../../../browser/trusted-html.js';
import { all, take } from './elements.js';
import { followLinks } from './links.js';
import type { Said, Shown } from './said.js';
import { measure } from './size.js';

/**
 * The only script that runs in a message's frame. It is handed one end of a channel and told what to show, builds it
 * without anything that could act by itself, and tells the page of clicks, Escape, its size and its name.
 *
 * With what it imports it becomes a text that runs in another document.
 */

/** What could act by itself, or change where a link leads after it was looked at. */
const BARRED =
  'script,iframe,frame,frameset,object,embed,fencedframe,base,meta,template,link:not([rel=stylesheet]),[attributeName$="href" i],[attributeName="target" i]';
/** What its name or id makes stand in for something that a document or a form can do. */
const NAMED = 'img,form,button,fieldset,input,output,select,textarea';
const BASICS =
  ':where(html){font-family:system-ui,sans-serif}:where(body){margin:0;display:flow-root}:where(img){max-width:100%}';
/** For a message that paints nothing behind its text. */
const PAPER =
  ':where(html){background:Canvas;color:CanvasText;line-height:1.5}:where(body){padding:.25em 1.25em}';

/** The code of Escape; of one that gives up what is composed, such as Japanese, it is another. */
const ESCAPE = 27;

// Their names may be taken in the message.
const { getAttribute, setAttribute } = Element.prototype;

addEventListener('message', function begin({ ports: [port], source }) {
  if (source !== parent || !port) return;
  removeEventListener('message', begin);
  const say = (said: Said) => port.postMessage(said);
  port.onmessage = ({ data }: MessageEvent<Shown>) => follow(say, port, build(data));
  say({ is: 'begun' });
});

/** Puts the message in the place of this document's own. Gives its title. */
function build({ html, lang, dir }: Shown): string {
  // Under another name, since Chromium complains of each that a policy holds back, also where nobody sees it.
  const text = html.replace(/<[a-z][^>]*/gi, (tag) => tag.replace(/(\sstyle)(?=\s*=)/gi, '$1-'));
  const message = new DOMParser().parseFromString(trusted(text), 'text/html');
  disarm(message);
  const title = (message.title || all('h1,h2,h3', message)[0]?.textContent || '').trim().slice(0, 200);
  const inline = all('[style],[style-]', message).map(
    (element) => [element, take(element, /^style-?$/)] as const,
  );
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
      if (name in HTMLFormElement.prototype || name in document) setAttribute.call(element, key, `-${name}`);
    }
  }
  for (const element of all(BARRED, message)) element.remove();
  for (const element of all(':is(math,math *):not(a)', message)) take(element, /^href$/);
  // The address of the page is nobody's business, and a picture that waits to be seen would keep the message waiting.
  for (const element of all('*', message)) take(element, /^(referrerpolicy|loading)$/);
  // It is gone with a frameset.
  if (!(message.body as HTMLElement | null)) message.documentElement.append(message.createElement('body'));
}

/** Gives the message the style that it has by itself, also where the page's policy holds that back. */
function dress(inline: (readonly [element: HTMLElement, css: string | undefined])[]) {
  const styles = all('style') as HTMLStyleElement[];
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
  addEventListener('submit', (event) => event.preventDefault(), true);
  addEventListener('keydown', (event) => {
    // eslint-disable-next-line typescript/no-deprecated -- Safari says in no other way that a key is part of what is composed.
    if (event.keyCode === ESCAPE && event.isTrusted) say({ is: 'escape' });
  });
  let from = 0;
  addEventListener('touchstart', ({ touches: [touch, other] }) => {
    // With two fingers, it is made larger.
    from = other ? NaN : (touch?.clientY ?? from);
  });
  addEventListener('touchend', ({ changedTouches: [touch] }) => {
    // In a message that is longer than its frame, a finger scrolls.
    if (touch && document.documentElement.scrollHeight <= innerHeight)
      say({ is: 'swipe', count: touch.clientY - from });
  });

  say({ is: 'built', title, hrefs: followLinks(say, port) });
  measure(say);
}
