import { campaigns } from './campaigns/campaigns.js';
import { channels } from './subscriptions/channels.js';
import { experiments } from './campaigns/experiments.js';
import { journeys } from './campaigns/journeys.js';
import { messageTypes } from './subscriptions/message-types.js';
import { snippets } from './templates/snippets.js';
import { templates } from './templates/templates.js';
import { catalogs } from './catalogs/catalogs.js';
import { events } from './events/events.js';
import { embedded } from './messages/embedded.js';
import { embeddedEvents } from './messages/embedded-events.js';
import { inApp } from './messages/in-app.js';
import { inAppEvents } from './messages/in-app-events.js';
import { messageViews } from './messages/message-views.js';
import { pushEvents } from './messages/push-events.js';
import { singleSends } from './messages/single-sends.js';
import { webhooks } from './messages/webhooks.js';
import { dataExports } from './exports/exports.js';
import { metadata } from './metadata/metadata.js';
import { auth } from './people/auth.js';
import { commerce } from './events/commerce.js';
import { lists } from './subscriptions/lists.js';
import { subscriptions } from './subscriptions/subscription-groups.js';
import { users } from './people/users.js';
import { verify } from './people/verify.js';
import { trackedLinks } from './reactions/tracked-links.js';
import type { Operation } from './operation/operation.js';
import type { Service } from './state/service.js';

/** Every operation of the service. */
export const operations = (service: Service): Operation[] => [
  ...catalogs(service),
  ...dataExports(service),
  ...metadata(service),
  ...events(service),
  ...verify(service),
  ...users(service),
  ...subscriptions(service),
  ...lists(service),
  ...commerce(service),
  ...auth(service),
  ...webhooks(service),
  ...singleSends(service),
  ...pushEvents(service),
  ...messageViews(service),
  ...inAppEvents(service),
  ...inApp(service),
  ...embeddedEvents(service),
  ...embedded(service),
  ...campaigns(service),
  ...channels(service),
  ...experiments(service),
  ...journeys(service),
  ...messageTypes(service),
  ...snippets(service),
  ...templates(service),
  ...trackedLinks(service),
];
