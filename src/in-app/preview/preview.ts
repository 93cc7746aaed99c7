import type { InAppMessage } from '../../api/models/in-app.js';
import { OptionError } from '../../errors.js';
import type { Host } from '../../host/host.js';
import type { MessageEvents } from '../message-events.js';
import { isShowable } from '../message.js';
import type { Showing } from '../showing/showing.js';
import type { ShowOptions } from '../showing/show-options.js';
import { placeBadge } from './badge.js';

/** Gets the message that a preview is of, from the site's own server; nothing where there is none of that token. */
export type GetPreview = (
  token: string,
) => Partial<InAppMessage> | undefined | Promise<Partial<InAppMessage> | undefined>;

/** What a preview is made of. */
export interface PreviewParts {
  host: Host;
  options: ShowOptions;
  getPreview: GetPreview;
  /** What the page's address says whose preview it is. */
  token: string;
  now: () => number;
}

/** Nobody is told of a preview. */
const nothing = () => Promise.resolve();
const events: MessageEvents = {
  delivered: nothing,
  opened: nothing,
  clicked: nothing,
  closed: nothing,
  consumed: nothing,
};

/** Shows a message as visitors would see it, again and again, and tells nobody. Gives the function that ends it. */
export async function startPreview(parts: PreviewParts): Promise<() => void> {
  const { host, options, getPreview, token } = parts;
  const [found, { createShowing }, { addTo }] = await Promise.all([
    getPreview(token),
    import('../showing/showing.js'),
    import('../native/native.js'),
  ]);
  if (!found) throw new OptionError('There is no preview of that token: `getPreview` gave none');
  // It is shown however old the template is.
  const message: InAppMessage = { jsonOnly: false, ...found, messageId: 'preview', expiresAt: Infinity };
  if (!isShowable(message)) throw new Error('A message is left out: it has no html');
  const whole = {
    ...parts,
    ...{ isAskedFor: true, events, onShown, onDeleted: nothing },
    // What a form says is said to nobody.
    host: { ...host, record: nothing },
    options: { ...options, onSubmit: undefined },
  };
  let showing: Showing | undefined;

  async function onShown() {
    badge.raise();
    return true;
  }
  function show() {
    showing?.close('api');
    try {
      // A form is sent once each time.
      showing = createShowing(message, 'preview', { ...whole, ...addTo(message, options) });
      showing.show();
    } catch (error) {
      host.report(error); // The badge goes with the preview.
    }
  }
  const badge = placeBadge(options.texts, show);
  badge.raise();
  show();

  return () => {
    showing?.close('api');
    badge.remove();
  };
}
