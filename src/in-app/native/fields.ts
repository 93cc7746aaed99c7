import { make } from './make.js';
import type { FormField } from './native-view.js';

/** A question on the page. */
export interface Field {
  readonly element: HTMLElement;
  /** The answer, if there is one. */
  answer(): [name: string, value: string | number] | undefined;
  /** Says what is wrong with the answer, if anything; gives what is then to be mended. */
  check(): HTMLElement | undefined;
}

type Input = HTMLInputElement | HTMLTextAreaElement;

/** What browsers need to know of each kind of line, to offer the right keys and what they remember. */
const LINES: Record<'email' | 'phone' | 'text', Partial<HTMLInputElement>> = {
  email: { type: 'email', inputMode: 'email', autocomplete: 'email', dir: 'ltr', maxLength: 254 },
  // A digit somewhere, and nothing that no number has.
  phone: {
    ...{ type: 'tel', inputMode: 'tel', autocomplete: 'tel', dir: 'ltr', maxLength: 40 },
    pattern: String.raw`[+\d\s\(\)\.\/\-]*\d[+\d\s\(\)\.\/\-]*`,
  },
  text: { type: 'text', dir: 'auto' },
};

/** Makes a field; its ids begin with a prefix. */
export function createField(field: FormField, id: string): Field {
  const { name, type, required = false } = field;
  const wrong = make('p', 'error', { id: `${id}-error` });
  const [element, inputs] =
    type === 'rating' || type === 'choice' ? choiceOf(field, id) : lineOf(field, id, type);
  const isChoice = inputs.length > 1 || element.localName === 'fieldset';
  const described = isChoice ? element : inputs[0];
  const chosen = () => (isChoice ? inputs.find((input) => (input as HTMLInputElement).checked) : inputs[0]);
  element.append(wrong);
  for (const input of inputs) Object.assign(input, { name: id, required });

  function check(): HTMLElement | undefined {
    const first = inputs.find((input) => !input.validity.valid);
    wrong.textContent = first?.validationMessage ?? '';
    described?.setAttribute('aria-invalid', String(!!first));
    if (first) described?.setAttribute('aria-describedby', wrong.id);
    else described?.removeAttribute('aria-describedby');
    return first;
  }
  // What was wrong is looked at again as it is mended.
  element.addEventListener('input', () => wrong.textContent && check());

  return {
    element,
    answer() {
      const value = chosen()?.value.trim();
      return value ? [name, type === 'rating' ? Number(value) : value] : undefined;
    },
    check() {
      // Spaces are no answer.
      if (!isChoice) for (const input of inputs) input.value = input.value.trim();
      return check();
    },
  };
}

/** A field that is written into. */
function lineOf(
  { label, max = 100, required }: FormField,
  id: string,
  type: keyof typeof LINES,
): [HTMLElement, Input[]] {
  const isLong = type === 'text' && max > 100;
  const input = isLong
    ? make('textarea', 'input', { id, dir: 'auto', maxLength: max, rows: 3 })
    : make('input', 'input', { id, maxLength: max, ...LINES[type] });
  const text = make('label', 'label', { htmlFor: id }, [label, ...markOf(required)]);
  return [make('div', 'field', {}, [text, input]), [input]];
}

/** A field whose answers are there to choose from. */
function choiceOf(
  { type, label, options, max = 5, required }: FormField,
  id: string,
): [HTMLElement, Input[]] {
  const values = options ?? [...Array(max).keys()].map((index) => String(index + 1));
  const inputs = values.map((value) => make('input', 'radio', { type: 'radio', value }));
  const rows = inputs.map((input) =>
    make('label', 'option', {}, [input, make('span', 'value', { textContent: input.value })]),
  );
  const legend = make('legend', 'label', { id: `${id}-label` }, [label, ...markOf(required)]);
  const element = make('fieldset', 'field', {}, [legend, make('div', `options ${type}`, {}, rows)]);
  element.setAttribute('role', 'radiogroup');
  element.setAttribute('aria-required', String(!!required));
  return [element, inputs];
}

/** The sign of what must be answered, for those who see it: others hear of it anyway. */
function markOf(isRequired = false): Node[] {
  if (!isRequired) return [];
  const mark = make('span', 'required', { textContent: ' *' });
  mark.setAttribute('aria-hidden', 'true');
  return [mark];
}
