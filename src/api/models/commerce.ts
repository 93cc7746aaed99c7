import type { DataFields } from './data-fields.js';
import type { NewFieldsPolicy, UserUpdate } from './user.js';

/** Something in a cart or a purchase. */
export interface CommerceItem {
  id: string;
  name: string;
  /** The price of one. Whole numbers are stored as such unless the first ever sent had decimals. */
  price: number;
  quantity: number;
  sku?: string;
  description?: string;
  /** Where the item's picture is. */
  imageUrl?: string;
  /** Where the item's page is. */
  url?: string;
  categories?: string[];
  dataFields?: DataFields;
}

/** What a user has in the cart: all of it, since it replaces what the profile held. */
export interface Cart {
  /** Who it belongs to; created or updated on the way. */
  user: UserUpdate;
  items: CommerceItem[];
}

/** What a user bought; recording it empties the cart on the profile. */
export interface Purchase extends NewFieldsPolicy {
  /** Letters, digits and hyphens, at most 512 bytes. The same id again updates the purchase. Default: made by the service. */
  id?: string;
  /** Who bought; created or updated on the way. */
  user: UserUpdate;
  /** What was bought; stored as `shoppingCartItems`. */
  items: CommerceItem[];
  total: number;
  /** When it was bought, in seconds since the epoch. Default: when the service gets it. */
  createdAt?: number;
  /** The campaign the purchase is credited to. */
  campaignId?: number;
  /** The template the purchase is credited to. */
  templateId?: number;
  dataFields?: DataFields;
}
