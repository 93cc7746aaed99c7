import type { Attack } from './attack.js';

/** Short enough for every field. Where it were read as HTML, the site would be asked for what nobody may ask for. */
const tag = '<img src=x: onerror=fetch("/pwned?view")><iframe src=/pwned?view></iframe>';
const base = { kind: 'modal', title: 'Title' };
const field = { name: 'a', type: 'text', label: 'A' };

/** Addresses that a button may not lead to. */
const ADDRESSES: Record<string, string> = {
  'a script': 'javascript:{js}',
  'a script in capitals': 'JavaScript:{js}',
  'a script after a space': ' javascript:{js}',
  'a script after a control character': '\u0001javascript:{js}',
  'a script in pieces': 'java\nscript:{js}',
  data: 'data:text/html;base64,{base64}',
  'a blob': 'blob:{url}',
  'a file': 'file:///etc/passwd',
  'the source of the page': 'view-source:{url}',
  'another program': 'evil://{js}',
};

/** Views that can be shown, by what is wrong with them. */
const VIEWS: Record<string, object> = {
  'HTML as a title': { ...base, title: tag },
  'HTML as a text': { ...base, body: tag },
  'HTML on a button': { ...base, buttons: [{ label: tag, url: 'tidings://dismiss' }] },
  'HTML in a label': { ...base, fields: [{ ...field, label: tag }] },
  'HTML in a choice': { ...base, fields: [{ ...field, type: 'choice', options: [tag, tag] }] },
  'HTML as a name': { ...base, fields: [{ ...field, name: '<img src=x:>' }] },
  'HTML on the button that sends': { ...base, fields: [field], submit: { label: tag } },
  'HTML as thanks': { ...base, fields: [field], submit: { thanks: tag, name: tag.slice(0, 90) } },
  'a picture with HTML for its text': { ...base, image: { url: '{seen}', alt: tag } },
  'a picture that is none': { ...base, image: { url: '{evil}/x', alt: 'x' } },
  'fields named as parts of a form': {
    ...base,
    fields: [
      'submit',
      'elements',
      'reportValidity',
      'noValidate',
      'action',
      'addEventListener',
      'children',
    ].map((name) => ({ ...field, name })),
  },
  'a name of the visitor': { ...base, fields: [{ ...field, name: 'userId' }], submit: { to: 'user' } },
  'an event as HTML': { ...base, fields: [field], submit: { to: 'track', event: tag.slice(0, 99) } },
  'a text that turns around': { ...base, title: '\u202e\u2066x\u0301\u0302'.repeat(40) },
  'words without an end': { ...base, title: 'x'.repeat(200), body: 'x'.repeat(2_000) },
  'twenty questions': {
    ...base,
    fields: Array.from({ length: 20 }, (_, index) => ({ ...field, name: `a${index}`, required: index > 0 })),
  },
};

/** A view as an attack. */
const attackOf = (name: string, view: object): Attack => ({
  name: `view: ${name}`,
  html: '',
  message: { customPayload: { tidings: { view } } },
});

/** Views from hostile fields, each of which is shown. */
export const views: Attack[] = Object.entries(VIEWS).map(([name, view]) => attackOf(name, view));

/** Views whose one button is refused. */
export const refusedButtons: Attack[] = Object.entries(ADDRESSES).map(([name, url]) =>
  attackOf(`a button to ${name}`, { ...base, title: name, buttons: [{ label: 'Go', url }] }),
);
