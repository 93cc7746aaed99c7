import { isObject } from '../../lib/is-object.js';
import type { Addition } from '../showing/addition.js';
import type { Answers, FormTexts } from '../forms.js';
import type { Submission } from './native-view.js';
import { answersIn, submissionIn } from './read-view.js';
import { viewIn } from '../message.js';
import type { InAppMessage } from '../../api/models/in-app.js';
import type { Host } from '../../host/host.js';
import { ownerOf } from '../../host/kept-for-user.js';

/** What a form is told of what it sent. */
export interface Outcome {
  /** Which form of the message, counted from 0. */
  form: number;
  isSent: boolean;
  text: string;
}

/** The event by which a view hears of it. */
export const OUTCOME = 'tidings-outcome';
/** How long a message stays once its form was sent, in milliseconds: as long as its thanks take to be read. */
const STAY = 5_000;

/**
 * Makes the function that does what a form of a message asks for: the page hears first, and may refuse; then it is
 * recorded, by the rule of the message, and the message is done with.
 */
export function createSubmit(texts: FormTexts): Addition['submit'] {
  let isBusy = false;

  return async ([name, fields, count], element, click) => {
    if (isBusy) return;
    isBusy = true;
    const { host, options, events, message, place, close, onDeleted } = click;
    const owner = ownerOf(host);
    const form = name.slice(0, 100) || 'form';
    const answers = answersIn(fields);
    const { thanks, ...rule } = ruleOf(message, form, host);
    const tell = (isSent: boolean, text: string) => say(element, { form: count, isSent, text });
    try {
      await options.onSubmit?.(answers, form, message);
      // Whoever is there by then has said nothing.
      if (owner !== ownerOf(host)) throw new Error('A form is not recorded: its visitor has left');
      await record(host, rule, answers);
    } catch (error) {
      host.report(error);
      isBusy = false;
      tell(false, texts.unsent);
      return;
    }
    const url = `tidings://submit/${encodeURIComponent(form)}`;
    void events.clicked(message, place, url);
    // Any other is done with since it was shown.
    if (message.saveToInbox) void events.consumed(message, place);
    onDeleted(message);
    tell(true, thanks ?? texts.thanks);
    setTimeout(() => close('link', url), STAY);
  };
}

/** Tells the view, or what runs in the frame, which nobody else can stand in for. */
function say(element: HTMLElement, detail: Outcome) {
  if (element instanceof HTMLIFrameElement) element.contentWindow?.postMessage(detail, '*');
  else element.dispatchEvent(new CustomEvent(OUTCOME, { detail }));
}

/** What becomes of a form of a message; nothing where its data do not say. */
function ruleOf(message: InAppMessage, form: string, { report }: Host): Submission {
  const { view, forms } = { ...(message.customPayload?.['tidings'] as Record<string, unknown>) };
  const said =
    viewIn(message) === undefined
      ? isObject(forms) && Object.hasOwn(forms, form)
        ? forms[form]
        : {}
      : ((view as { submit?: unknown }).submit ?? {});
  const rule = submissionIn(said);
  if (!rule) report(new Error('A form is told to the page alone: what becomes of it cannot be read'));
  return rule ?? {};
}

/** Records what was said, by the rule; never as another name of the visitor. */
async function record(host: Host, { to, event }: Submission, answers: Answers) {
  if (to === 'track') await host.record(answers, event);
  if (to !== 'user') return;
  const { user = {} } = host;
  const own = Object.entries(answers).filter(([name]) => name !== 'userId' && !Object.hasOwn(user, name));
  if (own.length) await host.record(Object.fromEntries(own));
}
