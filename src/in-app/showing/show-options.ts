import type { InAppMessage } from '../../api/models/in-app.js';
import type { LinkHandling, LinkOptions } from '../../host/links.js';
import type { CloseButton } from './surface.js';
import type { Texts } from '../texts.js';
import type { Answers, FormTexts } from '../forms.js';

export type { LinkHandling };

/** How messages look, and what their links do. */
export interface ShowOptions extends LinkOptions<InAppMessage> {
  /** The nonce of the page's own content security policy, for the one script in a message's frame. Default: none. */
  cspNonce?: string | undefined;
  /** The schemes whose `dismiss` closes a message and whose `delete` deletes it. Default: `tidings`. */
  schemes?: readonly string[] | undefined;
  /**
   * Whether a message closes when a page with a router shows another address; `path`: only if its path is another.
   * Default: `false`.
   */
  closeOnNavigation?: boolean | 'path' | undefined;
  /** Where the button that closes stands. Default: `end`. */
  closeButton?: CloseButton | undefined;
  /** The words around messages. Default: English. */
  texts?: Partial<Texts & FormTexts> | undefined;
  /**
   * Hears what a visitor sends with a form of a message, and its name. What it throws or rejects is reported, and the
   * visitor may send the form again. Default: only what the message says is done.
   */
  onSubmit?: ((answers: Answers, form: string, message: InAppMessage) => unknown) | undefined;
  /** Style of your own, for `dialog`, `iframe` and `button`. Default: none. */
  css?: string | undefined;
}
