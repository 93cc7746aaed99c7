import type { InAppMessage } from '../../api/models/in-app.js';
import type { LinkHandling } from '../../host/links.js';
import type { CloseButton } from './surface.js';
import type { Texts } from '../texts.js';

export type { LinkHandling };

/** How messages look, and what their links do. */
export interface ShowOptions {
  /** The nonce of the page's own content security policy, for the one script in a message's frame. Default: none. */
  cspNonce?: string | undefined;
  /** How links of web addresses open, where they do not say so themselves. Default: `page`. */
  handleLinks?: LinkHandling | undefined;
  /** The schemes whose `dismiss` closes a message and whose `delete` deletes it. Default: `tidings`. */
  schemes?: readonly string[] | undefined;
  /** Opens a link in this tab, for pages with a router of their own. Default: the browser goes there. */
  openUrl?: ((url: string, message: InAppMessage) => void) | undefined;
  /** Does what an `action://name` link asks for. */
  onAction?: ((name: string, url: string, message: InAppMessage) => void) | undefined;
  /** Whether a message closes when a page with a router shows another address. Default: `false`. */
  closeOnNavigation?: boolean | undefined;
  /** Where the button that closes stands. Default: `end`. */
  closeButton?: CloseButton | undefined;
  /** The words around messages. Default: English. */
  texts?: Partial<Texts> | undefined;
  /** Style of your own, for `dialog`, `iframe` and `button`. Default: none. */
  css?: string | undefined;
}
