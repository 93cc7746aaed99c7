import type { Written } from './bridge/said.js';

/** What could act by itself, or change what links mean. */
const BARRED =
  'script,iframe,frame,frameset,object,embed,portal,fencedframe,base,meta,template,link:not([rel=stylesheet]),animate,set';
/** The attributes that lead somewhere, or tell somebody of it. */
const LEADING = /href|target|^rel$|ping|download|action|referrerpolicy/i;

/** A message for a frame in which no script runs. */
export interface ScriptlessHtml {
  title: string;
  hrefs: Written[];
  /** Its text, with the address that each link opens in a new tab, if any. */
  text(urls: (string | undefined)[]): string;
}

/** Of the ways there are to call it, the one that any selector can take. */
interface Finder {
  querySelectorAll(selector: string): NodeListOf<Element>;
}

/** Takes from a message what could act without a script, and gives its links to whoever knows where they lead. */
export function scriptlessHtml(html: string): ScriptlessHtml {
  const message = new DOMParser().parseFromString(html, 'text/html');
  // Names in the message may stand in for what a document or a form can do.
  const { querySelectorAll: find } = Document.prototype as Finder;
  const { getAttribute, setAttribute, removeAttribute, getAttributeNames, remove } = Element.prototype;
  const all = (selector: string) => [...find.call(message, selector)];
  for (const element of all(BARRED)) remove.call(element);
  const links = all('a,area');
  const hrefs = links.map((link) => getAttribute.call(link, 'href'));

  function direct(link: Element, url: string) {
    const attributes = { href: url, target: '_blank', rel: 'noopener noreferrer' };
    for (const [name, value] of Object.entries(attributes)) setAttribute.call(link, name, value);
  }

  return {
    title: (all('head > title')[0]?.textContent ?? '').trim(),
    hrefs: hrefs.map((href) => [href ?? '', null]),
    text(urls) {
      for (const element of all(':not(link)')) {
        for (const name of getAttributeNames.call(element)) {
          if (LEADING.test(name)) removeAttribute.call(element, name);
        }
      }
      links.forEach((link, index) => {
        const url = urls[index];
        if (url && hrefs[index]) direct(link, url);
      });
      return all('html')[0]?.outerHTML ?? '';
    },
  };
}
