import type { Attack } from './attack.js';

/** Addresses that no click may lead to, as an attribute has them. */
export const ADDRESSES: Record<string, string> = {
  script: 'javascript:{js}',
  'script after spaces': '   javascript:{js}',
  'script in mixed case': 'JaVaScRiPt:{js}',
  'script with a tab': 'java\tscript:{js}',
  'script with a line break': 'java\nscript:{js}',
  'script with a carriage return as an entity': 'java&#13;script:{js}',
  'script after a control character': '\u0001javascript:{js}',
  'script after an escape as an entity': '&#27;javascript:{js}',
  'script after a mark of byte order': '\ufeffjavascript:{js}',
  'script as entities': '&#106;&#97;vascript&colon;{js}',
  'script as long entities': '&#x000006A;avascript&#58;{js}',
  'script with a comment': 'javascript://%0a{js}',
  'script with a host': 'javascript://{open}/%0a{js}',
  'script that is coded': 'javascript:%5B%5D%2C{js}',
  'script in a feed': 'feed:javascript:{js}',
  'script in a view of its source': 'view-source:javascript:{js}',
  'basic script': 'vbscript:{js}',
  'live script': 'livescript:{js}',
  data: 'data:text/html,<script>{js}</script>',
  'coded data': 'data:text/html;base64,{base64}',
  'data in mixed case': 'DaTa:text/html;base64,{base64}',
  'data of a picture': "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='{js}'/>",
  blob: 'blob:null/6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'file system': 'filesystem:{open}/temporary/x.html',
  file: 'file:///etc/passwd',
  nothing: 'about:srcdoc',
  settings: 'chrome://settings',
  archive: 'jar:{open}!/x.html',
  app: 'intent://x#Intent;scheme=http;S.browser_fallback_url={url};end',
  'other app': 'x-evil:{js}',
};

/** Elements that lead somewhere when they are clicked; `@` is the address. */
const FORMS: Record<string, string> = {
  link: '<a href="@">x</a>',
  'link for a new tab': '<a href="@" target="_blank" rel="opener">x</a>',
  'link for the top': '<a href="@" target="_top" ping="{url}">x</a>',
  'link for the parent': '<a href="@" target="_parent" download="x.html">x</a>',
  area: '<img usemap="#m" src="{seen}" width="9" height="9"><map name="m"><area href="@" shape="default"></map>',
  'link in svg': '<svg width="20" height="20"><a href="@"><rect width="20" height="20"></rect></a></svg>',
  'linked link in svg':
    '<svg width="20" height="20"><a xlink:href="@" xlink:show="new"><rect width="20" height="20"></rect></a></svg>',
  'animated link in svg': `<svg width="20" height="20"><a href="{open}"><set attributeName="href" to="@"></set>
    <animate attributeName="xlink:href" values="@"></animate><rect width="20" height="20"></rect></a></svg>`,
  'used link in svg': `<svg width="20" height="20"><defs><a class="target" href="@"><set attributeName="href" to="@"></set><rect width="20" height="20"></rect></a></defs></svg>`,
  math: '<math href="@"><mtext href="@" xlink:href="@">x</mtext></math>',
  form: '<form action="@"><button>x</button></form>',
  button: '<form><button formaction="@" formtarget="_blank">x</button></form>',
  'submit field': '<form><input type="submit" formaction="@"></form>',
  'picture field': '<form><p><input type="image" formaction="@" src="{seen}"></form>',
  'button apart from its form': '<form id="apart" action="@"></form><button form="apart">x</button>',
  label: '<form action="@"><label>x<input type="submit"></label></form>',
};

/** Names what a click would happen to. */
export const CLICKABLE = 'a,area,rect,math,mtext,button,input,label';

/** What an element leads to, besides what {@link ADDRESSES} are: these open a page, each in its own way. */
const OPENERS: Record<string, string> = {
  'link to the top': '<a href="{open}" target="_top">x</a>',
  'link to the parent': '<a href="{open}" target="_parent">x</a>',
  'math that leads away': '<math href="{url}"><mtext>x</mtext></math>',
  'form that leads away': '<form action="{url}" method="post"><button>x</button></form>',
  'form for a new tab': '<form action="{url}" target="_blank"><button>x</button></form>',
  'button that leads away': '<form><button formaction="{url}" formmethod="get">x</button></form>',
  'animated link that leads away': `<svg width="20" height="20"><a href="{open}" target="_blank">
    <set attributeName="href" to="{url}"></set><rect width="20" height="20"></rect></a></svg>`,
  'animated target': `<svg width="20" height="20"><a href="{open}" target="_blank">
    <set attributeName="target" to="_self"></set><rect width="20" height="20"></rect></a></svg>`,
  'link to this frame': '<a href="{open}" target="_self">x</a>',
  'link with a ping': '<a href="#" ping="{url}">x</a>',
};

/** Links of each form to each address. */
export const links: Attack[] = Object.entries(FORMS).flatMap(([form, html]) =>
  Object.entries(ADDRESSES).map(([address, text]) => ({
    name: `${form}: ${address}`,
    html: html.replaceAll('@', text.replaceAll('"', '&quot;')),
  })),
);

/** Links to a page, which a click may follow only where the message's reader is asked. */
export const openers: Attack[] = Object.entries(OPENERS).map(([name, html]) => ({
  name: `opener: ${name}`,
  html,
}));
