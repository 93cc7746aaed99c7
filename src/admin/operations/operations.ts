import type { Operation } from '../calling/operation.js';
import { auth } from './auth.js';
import { campaigns } from './campaigns.js';
import { catalogs } from './catalogs.js';
import { channels } from './channels.js';
import { commerce } from './commerce.js';
import { embedded } from './embedded.js';
import { events } from './events.js';
import { experiments } from './experiments.js';
import { dataExports } from './exports.js';
import { inApp } from './in-app.js';
import { journeys } from './journeys.js';
import { lists } from './lists.js';
import { messageTypes } from './message-types.js';
import { metadata } from './metadata.js';
import { chatApp, email, push, rcs, sms, webPush } from './single-sends.js';
import { snippets } from './snippets.js';
import { subscriptions } from './subscriptions.js';
import { templates } from './templates.js';
import { users } from './users.js';
import { verify } from './verify.js';
import { webhooks } from './webhooks.js';

/** Every operation of the service, by resource. */
export const operations = (operation: Operation) => ({
  auth: auth(operation),
  campaigns: campaigns(operation),
  catalogs: catalogs(operation),
  channels: channels(operation),
  chatApp: chatApp(operation),
  commerce: commerce(operation),
  email: email(operation),
  embedded: embedded(operation),
  events: events(operation),
  experiments: experiments(operation),
  exports: dataExports(operation),
  inApp: inApp(operation),
  journeys: journeys(operation),
  lists: lists(operation),
  messageTypes: messageTypes(operation),
  metadata: metadata(operation),
  push: push(operation),
  rcs: rcs(operation),
  sms: sms(operation),
  snippets: snippets(operation),
  subscriptions: subscriptions(operation),
  templates: templates(operation),
  users: users(operation),
  verify: verify(operation),
  webhooks: webhooks(operation),
  webPush: webPush(operation),
});
