import type { Attack } from './attack.js';

/** What has no text and is no number, though it is an object. */
const mute = { toString: 1, valueOf: 1 };
const css = 'red;} body{display:none} dialog{background:url({url})} x{';

const modal = { kind: 'modal', title: 'A view' };
const viewed = (view: unknown) => ({ customPayload: { tidings: { view } } });
const asked = (more: object) =>
  viewed({ ...modal, fields: [{ name: 'a', type: 'text', label: 'A', ...more }] });

/** What may stand in any field. */
const anything: Record<string, unknown> = {
  nothing: null,
  'an object': {},
  'an object without a text': mute,
  'a list': ['Top'],
  'a number': 1e308,
  'a style': css,
  'a tag': '<img src=x: onerror={js}>',
  'a long text': 'x'.repeat(20_000),
  prototype: { ['__proto__']: { pwned: 1 }, constructor: { prototype: { pwned: 1 } } },
};

/** Makes the part of a message in which a field has a value. */
type Field = (value: unknown) => Record<string, unknown>;

const FIELDS: Record<string, Field> = {
  expiresAt: (expiresAt) => ({ expiresAt }),
  createdAt: (createdAt) => ({ createdAt }),
  priorityLevel: (priorityLevel) => ({ priorityLevel }),
  trigger: (trigger) => ({ trigger }),
  'trigger type': (type) => ({ trigger: { type } }),
  campaignId: (campaignId) => ({ campaignId }),
  read: (read) => ({ read }),
  saveToInbox: (saveToInbox) => ({ saveToInbox }),
  customPayload: (customPayload) => ({ customPayload }),
  inboxMetadata: (inboxMetadata) => ({ inboxMetadata }),
  'inbox title': (title) => ({ inboxMetadata: { title, subtitle: title, icon: title }, untitled: true }),
  content: (content) => ({ content }),
  html: (html) => ({ content: { html } }),
  jsonOnly: (jsonOnly) => ({ jsonOnly }),
  'display settings': (inAppDisplaySettings) => ({ content: { inAppDisplaySettings } }),
  'web settings': (webInAppDisplaySettings) => ({ content: { webInAppDisplaySettings } }),
  position: (position) => ({ content: { webInAppDisplaySettings: { position } } }),
  colour: (bgColor) => ({ content: { inAppDisplaySettings: { bgColor } } }),
  'hex of the colour': (hex) => ({ content: { inAppDisplaySettings: { bgColor: { hex, alpha: 1 } } } }),
  'alpha of the colour': (alpha) => ({ content: { inAppDisplaySettings: { bgColor: { alpha } } } }),
  animation: (shouldAnimate) => ({ content: { inAppDisplaySettings: { shouldAnimate } } }),
  padding: (top) => ({ content: { inAppDisplaySettings: { top, left: top } } }),
  percentage: (percentage) => ({
    content: { inAppDisplaySettings: { top: { percentage }, right: { percentage }, left: { percentage } } },
  }),
  messageId: (messageId) => ({ messageId }),
  'show rule': (show) => ({ customPayload: { tidings: { show } } }),
  tidings: (tidings) => ({ customPayload: { tidings } }),
  view: (view) => viewed(view),
  'view kind': (kind) => viewed({ ...modal, kind }),
  'view title': (title) => viewed({ ...modal, title }),
  'view text': (body) => viewed({ ...modal, body }),
  'view picture': (image) => viewed({ ...modal, image }),
  'address of a picture': (url) => viewed({ ...modal, image: { url, alt: url } }),
  'view buttons': (buttons) => viewed({ ...modal, buttons }),
  'view button': (label) => viewed({ ...modal, buttons: [{ label, url: label }] }),
  'view fields': (fields) => viewed({ ...modal, fields }),
  'field name': (name) => asked({ name }),
  'field type': (type) => asked({ type }),
  'field label': (label) => asked({ label }),
  'field required': (required) => asked({ required }),
  'field options': (options) => asked({ type: 'choice', options }),
  'field max': (max) => asked({ type: 'rating', max }),
  submission: (submit) => viewed({ ...modal, submit, fields: [{ name: 'a', type: 'text', label: 'A' }] }),
  forms: (forms) => ({ customPayload: { tidings: { forms } }, content: { html: '<form>x</form>' } }),
};

/** What only one field can be told. */
const special: [field: string, name: string, value: unknown][] = [
  ['inbox title', 'a bidi text', '\u202e\u2066x\u0301\u0302\u0303\u0304\u0305\u0306'.repeat(200)],
  ['saveToInbox', 'a text', 'no'],
  ['percentage', 'below 0', -1e308],
  ['percentage', 'a style', '50;background:url({url})'],
  ['percentage', 'of all', 100],
  ['percentage', 'of nearly all', 99.999999],
  ['percentage', 'in hexadecimal', '0x32'],
  ['percentage', 'of a thousand million', 1e9],
  ['hex of the colour', 'a style', '#000, red); background: url({url}); color: rgb(1'],
  ['hex of the colour', 'too long', '#12345678'],
  ['alpha of the colour', 'a style', '1%, red); background: url({url}'],
  ['position', 'of the prototype', 'constructor'],
  ['position', 'in capitals', 'TOP'],
  ['messageId', 'of the prototype', '__proto__'],
  ['messageId', 'with a path', '../../api/users/forget?x=#'],
  ['messageId', 'half a letter', '\ud800'],
  ['messageId', 'of a megabyte', 'x'.repeat(1_000_000)],
  ['expiresAt', 'before all time', -8.64e15 - 1],
  ['expiresAt', 'after all time', 8.64e15 + 1],
  ['trigger type', 'of the prototype', '__proto__'],
  ['show rule', 'with a name of the prototype', JSON.parse('{"__proto__": 1, "constructor": 1}')],
  ['view', 'with a name of the prototype', JSON.parse('{"kind": "modal", "title": "x", "__proto__": 1}')],
  ['view', 'with a method', { ...modal, constructor: 1 }],
  [
    'view fields',
    'of 10,000',
    Array.from({ length: 10_000 }, () => ({ name: 'a', type: 'text', label: 'A' })),
  ],
  [
    'view buttons',
    'of 10,000',
    Array.from({ length: 10_000 }, () => ({ label: 'a', url: 'https://a.example' })),
  ],
  ['field options', 'of 10,000', Array.from({ length: 10_000 }, () => 'x')],
  ['field name', 'of the prototype', '__proto__'],
  ['field name', 'of a method', 'toString'],
  ['field type', 'of the prototype', 'constructor'],
  ['field max', 'without an end', 1e9],
  ['field max', 'below 0', -1],
  ['address of a picture', 'with a script', 'javascript:{js}'],
  ['address of a picture', 'with data', 'data:image/svg+xml;base64,{base64}'],
  ['address of a picture', 'without a scheme', '{url}'.replace('{url}', '//x.example/x')],
];

/** Lies in the fields of a message, by field. */
export const lies: Record<string, Attack[]> = Object.fromEntries(
  Object.entries(FIELDS).map(([field, told]) => [
    field,
    [
      ...Object.entries(anything),
      ...special.filter(([of]) => of === field).map(([, name, value]) => [name, value] as const),
    ].map(([name, value]) => {
      const { untitled, ...message } = told(value);
      const attack = `${field}: ${name}`;
      return { name: attack, html: untitled ? '<p>x</p>' : `<h1>${attack}</h1>`, message };
    }),
  ]),
);

/** HTML that is too much of something. */
const TOO_MUCH: Record<string, string> = {
  'a megabyte of text': '<p>Hello</p>'.repeat(84_000),
  'a megabyte of one word': 'x'.repeat(1_000_000),
  '20,000 elements in one another': `${'<div>'.repeat(20_000)}deep`,
  '20,000 formats in one another': `${'<b><p>'.repeat(10_000)}deep`,
  '5,000 links': '<a href="javascript:{js}">x</a> '.repeat(5_000),
  '5,000 styles': '<p style="color:red">x</p>'.repeat(5_000),
  '2,000 pictures': '<img src="data:,x">'.repeat(2_000),
  'a second title of a megabyte': `<h2>${'x'.repeat(1_000_000)}</h2>x`,
};

/** Messages that are too much of something. Each is to be shown under its name. */
export const floods: Attack[] = Object.entries(TOO_MUCH).map(([name, html]) => ({
  name,
  html: `<h1>${name}</h1>${html}`,
}));

/** A message that is too large to keep. */
export const large: Attack = { name: 'large', html: `<h1>large</h1>${'x'.repeat(5_000_000)}` };

/** A payload that is too deep for what stores it; written where JSON is made, for which it is too deep too. */
export const deep: Attack = { name: 'deep', html: '<h1>deep</h1>', message: { customPayload: '{deep}' } };
