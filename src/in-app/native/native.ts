import type { InAppContent, InAppMessage } from '../../api/models/in-app.js';
import { viewIn } from '../message.js';
import type { Addition } from '../showing/addition.js';
import type { ShowOptions } from '../showing/show-options.js';
import { formTextsOf } from './form-texts.js';
import FORMS from './forms/forms-text.js';
import type { NativeView } from './native-view.js';
import { viewFrom } from './read-view.js';
import { createSubmit } from './submit.js';
import { createView } from './view.js';

/** Gives what a message has beyond HTML: a view from its fields, or what hears its forms. Throws where a view cannot be read. */
export function addTo(message: InAppMessage, { texts }: ShowOptions): Addition {
  const own = formTextsOf(texts);
  const said = viewIn(message);
  const submit = createSubmit(own);
  if (said === undefined) return { script: FORMS, submit };
  const view = viewFrom(said);
  if (!view) throw new Error('A message is left out: its `view` cannot be read');
  return {
    look: { ...message, content: lookOf(view, message) },
    createView: ({ say }) => createView(view, own, say),
    submit,
  };
}

/** Where a view stands by its kind, and that it moves, unless the message says so itself. */
function lookOf({ kind }: NativeView, { content }: InAppMessage): InAppContent {
  const position = kind === 'slide-up' ? 'Bottom' : kind === 'full' ? 'Full' : 'Center';
  return {
    webInAppDisplaySettings: { position, ...content?.webInAppDisplaySettings },
    inAppDisplaySettings: { shouldAnimate: true, ...content?.inAppDisplaySettings },
  };
}
