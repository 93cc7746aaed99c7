import type { Outcome } from '../submit.js';

/**
 * Runs in the frame of a message with forms, beside the bridge, and tells the page of each that is sent: the browser
 * sends none of them. It becomes a text that runs in another document, so it may import nothing but types.
 */

/** How much of a form is told. */
const [MOST, LONGEST] = [50, 2_000];
/** The code of Enter; of one that confirms what is composed, such as Japanese, it is another. */
const ENTER = 13;

/** Of the ways there are to call it, the one that any selector can take. */
interface Finder {
  querySelectorAll(selector: string): Iterable<HTMLElement>;
}

// What a form is asked for may be taken by a name in it.
const { reportValidity } = HTMLFormElement.prototype;
const { closest } = Element.prototype;
const { querySelectorAll: find } = Document.prototype as Finder;
let port: MessagePort | undefined;
let sent: HTMLFormElement | undefined;
const statuses = new Map<HTMLFormElement, HTMLElement>();

const forms = () => [...find.call(document, 'form')] as HTMLFormElement[];
/** A name as the message has it: the bridge begins those anew that would stand in for something. */
const named = (name: string | null) => (name ?? '').replace(/^-/, '');
const isSender = (element: Element): element is HTMLButtonElement =>
  /^(submit|image)$/.test((element as HTMLButtonElement).type);

addEventListener('message', ({ ports: [given], source, data }: MessageEvent<Outcome | ''>) => {
  if (source !== parent) return;
  port ??= given;
  if (data) answer(data);
});

/** Lets labels name their fields still whose ids were begun anew. */
function mendLabels() {
  for (const label of find.call(document, 'label[for]') as Iterable<HTMLLabelElement>)
    if (!label.control) label.htmlFor = `-${label.htmlFor}`;
}

/**
 * Puts a form that was put around the rows of a table around the table: it stands beside them, which its fields are its
 * own in spite of, and Chromium forgets that as the message moves here. Not where there are several, which share them.
 */
function mendTables() {
  for (const form of find.call(document, 'table>form,table>*>form,tr>form')) {
    const table = closest.call(form, 'table');
    if (!table || table.querySelectorAll('form').length > 1) continue;
    table.replaceWith(form);
    form.append(table);
  }
}
new MutationObserver(() => {
  mendLabels();
  mendTables();
}).observe(document, { childList: true });

addEventListener(
  'click',
  (event) => {
    const button = closest.call(event.target as Element, 'button,input');
    if (!button || !isSender(button) || !button.form) return;
    event.preventDefault();
    if (event.isTrusted) send(button.form, button);
  },
  true,
);

addEventListener(
  'keydown',
  (event) => {
    // eslint-disable-next-line typescript/no-deprecated -- Safari says in no other way that a key is part of what is composed.
    const { target, keyCode, isTrusted } = event;
    if (keyCode !== ENTER || !(target instanceof HTMLInputElement) || !target.form) return;
    if (/^(submit|image|reset|button|file|color)$/.test(target.type)) return;
    event.preventDefault();
    const button = [...target.form.elements].find(isSender);
    if (isTrusted && !button?.disabled) send(target.form, button);
  },
  true,
);

/** Tells the page what a form says, once it is in order. */
function send(form: HTMLFormElement, button?: HTMLButtonElement) {
  if (sent || !(button?.formNoValidate || form.noValidate || reportValidity.call(form))) return;
  const secret = [...form.elements].flatMap((field) =>
    field instanceof HTMLInputElement && field.type === 'password' ? [field.name] : [],
  );
  const said = [...new FormData(form, button)].flatMap(([name, value]) =>
    typeof value === 'string' && value && !secret.includes(name)
      ? [[named(name), value.slice(0, LONGEST)]]
      : [],
  );
  sent = form;
  const title = named(form.getAttribute('name') ?? form.getAttribute('id'));
  port?.postMessage({ is: 'submit', count: forms().indexOf(form), title, hrefs: said.slice(0, MOST) });
}

/** Says in the form what has become of it. */
function answer({ form: index, isSent, text }: Outcome) {
  const form = forms()[index];
  if (!form) return;
  if (!isSent) sent = undefined;
  const status = statuses.get(form) ?? document.createElement('p');
  statuses.set(form, status);
  status.setAttribute('role', 'status');
  status.textContent = '';
  if (isSent) {
    status.tabIndex = -1;
    status.style.outline = 'none';
    form.replaceChildren(status);
    status.focus();
  } else form.append(status);
  // Only a change is said.
  setTimeout(() => (status.textContent = text), 100);
}
