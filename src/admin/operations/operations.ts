import type { Endpoint } from '../calling/endpoint.js';
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
export const operations = (endpoint: Endpoint) => ({
  auth: auth(endpoint),
  campaigns: campaigns(endpoint),
  catalogs: catalogs(endpoint),
  channels: channels(endpoint),
  chatApp: chatApp(endpoint),
  commerce: commerce(endpoint),
  email: email(endpoint),
  embedded: embedded(endpoint),
  events: events(endpoint),
  experiments: experiments(endpoint),
  exports: dataExports(endpoint),
  inApp: inApp(endpoint),
  journeys: journeys(endpoint),
  lists: lists(endpoint),
  messageTypes: messageTypes(endpoint),
  metadata: metadata(endpoint),
  push: push(endpoint),
  rcs: rcs(endpoint),
  sms: sms(endpoint),
  snippets: snippets(endpoint),
  subscriptions: subscriptions(endpoint),
  templates: templates(endpoint),
  users: users(endpoint),
  verify: verify(endpoint),
  webhooks: webhooks(endpoint),
  webPush: webPush(endpoint),
});
