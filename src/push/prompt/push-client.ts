import type { SubscriptionsChange } from '../../api/models/user.js';
import type { Attachable } from '../../host/attachable.js';

/** A client that takes what a visitor chooses. */
export interface PushClient extends Attachable {
  updateSubscriptions(change: SubscriptionsChange): Promise<void>;
}
