/** Makes an element with its attributes, and what is in it. Text is text, whatever it says. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, inside);
}

/** The same of a drawing. */
export function drawn<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...inside: Node[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, inside);
}

function filled<Made extends Element>(
  made: Made,
  attributes: Record<string, string>,
  inside: (Node | string)[],
): Made {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** A part of the inspector under its heading, which names it. */
export function section(title: string, ...inside: (Node | string)[]): HTMLElement {
  return make('section', { 'aria-label': title }, make('h2', {}, title), ...inside);
}

/** A line of a list of facts: its words, and what is so. */
export function fact(words: string): { row: HTMLElement; write: (text: string) => void } {
  const answer = make('dd');
  return {
    row: make('div', {}, make('dt', {}, words), answer),
    write: (text) => write(answer, text),
  };
}

/** Writes a text, unless it stands there. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.replaceChildren(...unbroken(text));
}

/** A list of which each item is made anew when what may be shown of it has changed, and stays where it is else. */
export function listOf<Item>(
  masked: (text: string) => string,
  label: string,
  itemOf: (item: Item) => HTMLElement,
) {
  const list = make('ol', { 'aria-label': label });
  let rows: { shown: string; element: HTMLElement }[] = [];
  return {
    list,
    show(items: readonly Item[]) {
      const before = rows;
      rows = items.map((item) => {
        const shown = JSON.stringify(item, (_, value: unknown) =>
          typeof value === 'string' ? masked(value) : value,
        );
        const at = before.findIndex((row) => row.shown === shown);
        return before.splice(at, at < 0 ? 0 : 1)[0] ?? { shown, element: itemOf(JSON.parse(shown) as Item) };
      });
      list.hidden = !items.length;
      before.forEach(({ element }) => element.remove());
      rows.forEach(({ element }, index) => {
        const there = list.children[index] ?? null;
        if (there !== element) list.insertBefore(element, there);
      });
    },
  };
}

/** An item of a list: what it is, what became of it, and how well that is. */
export function line(
  words: string,
  state: string,
  { tone = '', more = '' }: { tone?: string; more?: string } = {},
): HTMLElement {
  const item = make(
    'li',
    { class: tone },
    make('span', { class: 'what' }, ...breakable(words)),
    ' ',
    make('span', { class: 'state' }, ...unbroken(state)),
  );
  if (more) item.append(' ', make('span', { class: 'more' }, more));
  return item;
}

/** A text that may be broken after each `/`. */
function breakable(words: string): (Node | string)[] {
  return words.split(/(?<=\/)/).flatMap((part, index) => (index ? [make('wbr'), part] : part));
}

/** A text whose figures stay beside their units. */
function unbroken(words: string): (Node | string)[] {
  return words
    .split(/(\d[\d.]* (?:ms|s|min|h|days)\b)/)
    .map((part, index) => (index % 2 ? make('span', { class: 'figure' }, part) : part));
}

/** A span of time in words, of milliseconds. */
export function spanInWords(time: number): string {
  if (time < 1_000) return `${Math.max(0, Math.round(time))} ms`;
  if (time < 60_000) return `${(time / 1_000).toFixed(time < 10_000 ? 1 : 0)} s`;
  if (time < 3_600_000) return `${Math.round(time / 60_000)} min`;
  return time < 172_800_000 ? `${Math.round(time / 3_600_000)} h` : `${Math.round(time / 86_400_000)} days`;
}

/** A time of the day, of milliseconds since the epoch. */
export function timeInWords(time: number): string {
  return new Date(time).toLocaleTimeString();
}
