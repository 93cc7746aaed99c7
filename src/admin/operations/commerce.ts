import type { Cart, Purchase } from '../../api/models/commerce.js';
import type { Operation } from '../calling/operation.js';
import { mustSay } from '../calling/said-answer.js';
import type { Envelope } from '../../api/models/envelope.js';

/** Commerce: what users put in carts, and what they buy. */
export const commerce = (operation: Operation) => ({
  /** Replaces what a user has in the cart. */
  updateCart: operation<Cart, Envelope>('POST /api/commerce/updateCart', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Records a purchase, or updates the one with its `id`, and empties the cart. */
  trackPurchase: operation<Purchase, Envelope<{ id: string }>>('POST /api/commerce/trackPurchase', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
    records: 'itself',
  }),
});
