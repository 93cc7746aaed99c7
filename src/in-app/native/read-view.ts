import { isObject } from '../../lib/is-object.js';
import type { Answers } from '../forms.js';
import type { FormField, NativeView, Submission } from './native-view.js';

type Check = (value: unknown) => boolean;

const text =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && !!value.trim() && value.length <= most;
const among =
  (...known: unknown[]): Check =>
  (value) =>
    known.includes(value);
const list =
  (most: number, check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= most && value.every(check);

/** An object of nothing but these members, with the first of them. */
function members(needed: string[], checks: Record<string, Check>): Check {
  const known = new Map(Object.entries(checks));
  return (value) =>
    isObject(value) &&
    Object.entries(value).every(([name, own]) => known.get(name)?.(own)) &&
    needed.every((name) => Object.hasOwn(value, name));
}

/** How long an answer may be. */
export const LONGEST = 2_000;
const whole: Check = (value) =>
  Number.isInteger(value) && (value as number) > 1 && (value as number) <= LONGEST;
/** A name that nothing has by itself, so that what it stands for cannot be taken for something else. */
const isName: Check = (value) => text(100)(value) && !((value as string) in {});

const isSubmission = members([], {
  to: among('track', 'user'),
  event: text(255),
  name: text(100),
  label: text(100),
  thanks: text(500),
});
const isField = members(['name', 'type', 'label'], {
  name: isName,
  type: among('email', 'phone', 'text', 'rating', 'choice'),
  label: text(200),
  required: among(true, false),
  options: list(20, text(100)),
  max: whole,
});
const isView = members(['kind'], {
  kind: among('slide-up', 'modal', 'full'),
  title: text(200),
  body: text(LONGEST),
  image: members(['url'], {
    url: (value) => text(LONGEST)(value) && /^https?:\/\//i.test(value as string),
    alt: (value) => value === '' || text(500)(value),
  }),
  buttons: list(4, members(['label', 'url'], { label: text(100), url: text(LONGEST) })),
  fields: list(20, isField),
  submit: (value) => submissionIn(value) !== undefined,
});

/** Whether a field can be answered, and its answer told from the others'. */
function isAnswerable({ name, type, options, max = 2 }: FormField, index: number, all: FormField[]): boolean {
  const isFirst = all.findIndex((field) => field.name === name) === index;
  return isFirst && (type === 'choice') === !!options && !(type === 'rating' && max > 10);
}

/** A view as a message says it; nothing where it cannot be read, or says nothing. */
export function viewFrom(value: unknown): NativeView | undefined {
  if (!isView(value)) return undefined;
  const view = value as NativeView;
  const { title, body, image, fields = [] } = view;
  return (title ?? body ?? image) !== undefined && fields.every(isAnswerable) ? view : undefined;
}

/** What becomes of a form, as a message says it; nothing where that cannot be read. */
export function submissionIn(value: unknown): Submission | undefined {
  if (!isSubmission(value)) return undefined;
  const said = value as Submission;
  return (said.to === 'track') === (said.event !== undefined) ? said : undefined;
}

/** What a form has said, which is not taken at its word: of 50 fields at most. */
export function answersIn(fields: unknown): Answers {
  const answers = new Map<string, string | number>();
  for (const entry of Array.isArray(fields) ? fields.slice(0, 50) : []) {
    const [name, value] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const isAnswer = typeof value === 'number' ? Number.isFinite(value) : text(LONGEST)(value);
    if (!isName(name) || !isAnswer) continue;
    const before = answers.get(name as string);
    const said = before === undefined ? value : `${before}, ${String(value)}`.slice(0, LONGEST);
    answers.set(name as string, said as string | number);
  }
  return Object.fromEntries(answers);
}
