import { all, take } from './elements.js';
import type { Opening, Said, Written } from './said.js';

/** Makes links do what the page says, and tells it of clicks. Gives how they are written. */
export function followLinks(say: (said: Said) => void, port: MessagePort): Written[] {
  const links = all('a,area');
  const written = links.map((link): Written => [
    (take(link, /^href$/) ?? '').trim(),
    link.getAttribute('target'),
  ]);
  let openings: Opening[] = [];
  /** Each is followed once, however fast it is clicked. */
  const followed = new Set<Element>();

  port.onmessage = ({ data }: MessageEvent<typeof openings>) => {
    openings = data;
    links.forEach((link, index) => written[index]?.[0] && direct(link, openings[index]?.[0]));
  };
  function click(event: MouseEvent) {
    // The second button is for the browser's own menu.
    if (event.button > 1) return;
    const path = event.composedPath();
    const index = links.findIndex((link) => path.includes(link));
    const link = links[index];
    if (!link) return;
    const href = written[index]?.[0];
    const [url, isNewTab] = openings[index] ?? [];
    const isApart = url && (event.button || event.ctrlKey || event.metaKey || event.shiftKey);
    const isMeant = href && event.isTrusted && event.detail < 2 && !followed.has(link);
    const isForeign = !(link instanceof HTMLElement);
    const opens = isMeant && (isApart || isNewTab) && url;
    if (!opens || isForeign) event.preventDefault();
    if (!isMeant) return;
    if (opens && isForeign) openApart(url);
    if (href.startsWith('#')) placeOf(href.slice(1))?.scrollIntoView();
    else {
      if (!isApart) followed.add(link);
      say({ is: isApart ? 'apart' : 'click', count: index });
    }
  }
  addEventListener('click', click, true);
  addEventListener('auxclick', click, true);
  return written;
}

/** What a link to a place in the message means; mails name it. */
function placeOf(name: string): Element | undefined {
  return document.getElementById(name) ?? document.getElementsByName(name)[0];
}

const APART = { target: '_blank', rel: 'noopener noreferrer' };

/** Opens a tab that knows nothing of this one; WebKit lets what a link in SVG opens reach back, whatever it says. */
function openApart(href: string) {
  Object.assign(document.createElement('a'), { href, ...APART }).click();
}

/** Makes a link lead where the page says, in a tab of its own however it is opened; nowhere, if only the page knows. */
function direct(link: Element, href = '#') {
  take(link, /^(ping|download|target)$/);
  for (const [name, value] of Object.entries({ href, ...APART })) link.setAttribute(name, value);
}
