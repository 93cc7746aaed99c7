/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * An element with properties and children. Texts become text and nothing else, whatever they hold.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | undefined>} [properties] Names with a dash, and `role`, become attributes.
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.includes('-') || name === 'role' || name === 'list') made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...nodesOf(children));
  return made;
}

/**
 * Puts children in the place of those there are.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodesOf(children));
}

/** @param {Child[]} children */
function nodesOf(children) {
  return children
    .filter((child) => child !== undefined && child !== null && child !== false)
    .map((child) => (typeof child === 'object' ? child : String(child)));
}

/**
 * A moment as its reader's clock shows it.
 *
 * @param {number} moment In milliseconds since the epoch.
 * @param {number} now
 */
export function timeElement(moment, now) {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const time = date.toLocaleTimeString('en-GB');
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: '2-digit' });
  return element(
    'time',
    { dateTime: date.toISOString(), title: date.toISOString() },
    isToday ? time : `${day} ${time.slice(0, 5)}`,
  );
}

/**
 * A moment to the second, in words.
 *
 * @param {number} moment In milliseconds since the epoch.
 */
export function momentOf(moment) {
  return new Date(moment).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}

/**
 * A value as indented JSON.
 *
 * @param {unknown} value
 * @param {string} label What it is.
 */
export function jsonElement(value, label) {
  const text = JSON.stringify(value, shortened, 2);
  return element('pre', { tabIndex: 0, role: 'group', 'aria-label': label }, text);
}

/**
 * A picture that is written out as an address says nothing to a reader.
 *
 * @param {string} _
 * @param {unknown} value
 */
function shortened(_, value) {
  return typeof value === 'string' && value.startsWith('data:') ? value.slice(0, 40) + '…' : value;
}

/**
 * A labelled field of a form.
 *
 * @param {string} label
 * @param {HTMLElement} field
 * @param {string} [hint]
 */
export function labelled(label, field, hint) {
  const about = hint ? element('small', { id: `hint-${label.replaceAll(' ', '-')}` }, hint) : undefined;
  if (about) field.setAttribute('aria-describedby', about.id);
  return element(
    'div',
    { className: 'field' },
    element('label', {}, element('span', {}, label), field),
    about,
  );
}

/**
 * Terms and what they stand for, without those that stand for nothing.
 *
 * @param {...readonly [term: string, value: Child]} pairs
 */
export function facts(...pairs) {
  const told = pairs.filter(([, value]) => value !== undefined && value !== '' && value !== 0);
  return element(
    'dl',
    {},
    ...told.flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)]),
  );
}

/**
 * A number with marks between its thousands.
 *
 * @param {number} count
 */
export function numeral(count) {
  return count.toLocaleString('en-GB');
}

/**
 * A choice of one of several.
 *
 * @param {string} name
 * @param {[value: string, words: string][]} options
 */
export function select(name, options) {
  return element('select', { name }, ...options.map(([value, words]) => element('option', { value }, words)));
}

/**
 * The texts of a form by the names of its fields.
 *
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function valuesOf(form) {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
}
