import type { FormTexts } from '../forms.js';
import type { Heard } from '../showing/frame.js';
import { createField } from './fields.js';
import { make } from './make.js';
import type { FormField, NativeView } from './native-view.js';
import { OUTCOME, type Outcome } from './submit.js';

/** What a form of a view belongs to. */
interface FormParts {
  /** Where it is told what has become of it. */
  element: HTMLElement;
  texts: FormTexts;
  /** The other buttons of the view. */
  links: HTMLElement;
  say: (said: Partial<Heard>) => void;
}

/** Makes the form of a view, which says what was answered once all of it is in order. */
export function createForm(
  { fields, submit: { label, name = '' } = {} }: NativeView & { fields: FormField[] },
  { element, texts, links, say }: FormParts,
): HTMLElement {
  const all = fields.map((field, index) => createField(field, `field-${index}`));
  const send = make('button', 'button primary', { type: 'submit', textContent: label ?? texts.send });
  const status = make('p', 'status');
  const body = make('div', 'fields', {}, [...all.map((field) => field.element), links]);
  const form = make('form', 'form', { noValidate: true }, [body, status]);
  let isSent = false;
  status.setAttribute('role', 'status');
  status.tabIndex = -1;
  links.append(send);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [wrong] = all.flatMap((field) => field.check() ?? []);
    wrong?.focus();
    if (wrong || isSent) return;
    isSent = true;
    status.textContent = '';
    const hrefs = all.flatMap((field) => [field.answer() ?? []]) as Heard['hrefs'];
    say({ is: 'submit', count: 0, title: name, hrefs });
  });
  element.addEventListener(OUTCOME, ((event: CustomEvent<Outcome>) => {
    isSent = event.detail.isSent;
    // The button that had the focus is gone with it.
    if (isSent) {
      body.remove();
      status.focus();
    }
    // Only a change is said.
    setTimeout(() => (status.textContent = event.detail.text), 100);
  }) as EventListener);
  return form;
}
