/** A kind of API key. */
export type KeyType = 'server' | 'readOnly' | 'javascript' | 'mobile' | 'web';

/** An operation of the service. */
export interface Operation {
  name: string;
  route: string;
  /** The kinds of API keys it takes. */
  keys: KeyType[];
}

const table = `
auth.invalidateJwts POST /api/auth/jwts/invalidate server
campaigns.list GET /api/campaigns server,readOnly
campaigns.abort POST /api/campaigns/abort server
campaigns.activateTriggered POST /api/campaigns/activateTriggered server
campaigns.archive POST /api/campaigns/archive server
campaigns.cancel POST /api/campaigns/cancel server
campaigns.create POST /api/campaigns/create server
campaigns.deactivateTriggered POST /api/campaigns/deactivateTriggered server
campaigns.metrics GET /api/campaigns/metrics server,readOnly
campaigns.listChildren GET /api/campaigns/recurring/{id}/childCampaigns server,readOnly
campaigns.trigger POST /api/campaigns/trigger server
campaigns.schedule POST /api/campaigns/{campaignId}/schedule server
campaigns.send POST /api/campaigns/{campaignId}/send server
campaigns.get GET /api/campaigns/{id} server,readOnly
catalogs.list GET /api/catalogs server
catalogs.delete DELETE /api/catalogs/{catalogName} server
catalogs.create POST /api/catalogs/{catalogName} server
catalogs.getFieldMappings GET /api/catalogs/{catalogName}/fieldMappings server
catalogs.updateFieldMappings PUT /api/catalogs/{catalogName}/fieldMappings server
catalogs.items.deleteMany DELETE /api/catalogs/{catalogName}/items server
catalogs.items.list GET /api/catalogs/{catalogName}/items server
catalogs.items.upload POST /api/catalogs/{catalogName}/items server
catalogs.items.delete DELETE /api/catalogs/{catalogName}/items/{itemId} server
catalogs.items.get GET /api/catalogs/{catalogName}/items/{itemId} server
catalogs.items.update PATCH /api/catalogs/{catalogName}/items/{itemId} server
catalogs.items.replace PUT /api/catalogs/{catalogName}/items/{itemId} server
channels.list GET /api/channels server,readOnly
chatApp.cancel POST /api/chatApp/cancel server
chatApp.target POST /api/chatApp/target server
commerce.trackPurchase POST /api/commerce/trackPurchase server,javascript,mobile,web
commerce.updateCart POST /api/commerce/updateCart server,javascript,mobile,web
email.cancel POST /api/email/cancel server
email.target POST /api/email/target server
email.viewInBrowser GET /api/email/viewInBrowser server
embedded.trackClick POST /api/embedded-messaging/events/click server,mobile,web
embedded.trackReceived POST /api/embedded-messaging/events/received server,mobile,web
embedded.trackSession POST /api/embedded-messaging/events/session server,mobile,web
embedded.getMessages GET /api/embedded-messaging/messages server,mobile,web
events.listByUserId GET /api/events/byUserId/{userId} server
events.consumeInApp POST /api/events/inAppConsume mobile,web
events.track POST /api/events/track server,javascript,mobile,web
events.trackBulk POST /api/events/trackBulk server
events.trackInAppClick POST /api/events/trackInAppClick mobile,web
events.trackInAppClose POST /api/events/trackInAppClose mobile,web
events.trackInAppDelivery POST /api/events/trackInAppDelivery mobile,web
events.trackInAppOpen POST /api/events/trackInAppOpen mobile,web
events.trackPushOpen POST /api/events/trackPushOpen mobile
events.trackWebPushClick POST /api/events/trackWebPushClick javascript,web
events.listByEmail GET /api/events/{email} server
experiments.metrics GET /api/experiments/metrics server,readOnly
exports.dataCsv GET /api/export/data.csv server
exports.dataJson GET /api/export/data.json server
exports.listJobs GET /api/export/jobs server
exports.start POST /api/export/start server
exports.userEvents GET /api/export/userEvents server
exports.cancel DELETE /api/export/{jobId} server
exports.getFiles GET /api/export/{jobId}/files server
inApp.cancel POST /api/inApp/cancel server
inApp.getMessages GET /api/inApp/getMessages server,mobile,web
inApp.getPriorityMessage GET /api/inApp/getPriorityMessage server,mobile,web
inApp.target POST /api/inApp/target server
inApp.getWebMessages GET /api/inApp/web/getMessages server,web
journeys.list GET /api/journeys server,readOnly
lists.list GET /api/lists server,readOnly
lists.create POST /api/lists server
lists.getUsers GET /api/lists/getUsers server
lists.previewUsers GET /api/lists/previewUsers server
lists.subscribe POST /api/lists/subscribe server
lists.unsubscribe POST /api/lists/unsubscribe server
lists.delete DELETE /api/lists/{listId} server
lists.getSize GET /api/lists/{listId}/size server,readOnly
messageTypes.list GET /api/messageTypes server,readOnly
metadata.listTables GET /api/metadata server,readOnly
metadata.deleteTable DELETE /api/metadata/{table} server
metadata.list GET /api/metadata/{table} server,readOnly
metadata.delete DELETE /api/metadata/{table}/{key} server
metadata.get GET /api/metadata/{table}/{key} server,readOnly
metadata.put PUT /api/metadata/{table}/{key} server
push.cancel POST /api/push/cancel server
push.target POST /api/push/target server
rcs.cancel POST /api/rcs/cancel server
rcs.target POST /api/rcs/target server
sms.cancel POST /api/sms/cancel server
sms.target POST /api/sms/target server
snippets.list GET /api/snippets server,readOnly
snippets.create POST /api/snippets server
snippets.delete DELETE /api/snippets/{identifier} server
snippets.get GET /api/snippets/{identifier} server,readOnly
snippets.update PUT /api/snippets/{identifier} server
subscriptions.subscribeToDoubleOptIn POST /api/subscriptions/subscribeToDoubleOptIn server
subscriptions.updateMany PUT /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId} server
subscriptions.unsubscribeByUserId DELETE /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/byUserId/{userId} server
subscriptions.subscribeByUserId PATCH /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/byUserId/{userId} server
subscriptions.unsubscribeByEmail DELETE /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/user/{userEmail} server
subscriptions.subscribeByEmail PATCH /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/user/{userEmail} server
templates.list GET /api/templates server,readOnly
templates.bulkDelete POST /api/templates/bulkDelete server
templates.email.get GET /api/templates/email/get server,readOnly
templates.email.preview POST /api/templates/email/preview server
templates.email.proof POST /api/templates/email/proof server
templates.email.update POST /api/templates/email/update server
templates.email.upsert POST /api/templates/email/upsert server
templates.embedded.get GET /api/templates/embedded/get server,readOnly
templates.embedded.update POST /api/templates/embedded/update server
templates.embedded.upsert POST /api/templates/embedded/upsert server
templates.getByClientTemplateId GET /api/templates/getByClientTemplateId server,readOnly
templates.inApp.get GET /api/templates/inapp/get server,readOnly
templates.inApp.preview POST /api/templates/inapp/preview server
templates.inApp.proof POST /api/templates/inapp/proof server
templates.inApp.update POST /api/templates/inapp/update server
templates.inApp.upsert POST /api/templates/inapp/upsert server
templates.push.get GET /api/templates/push/get server,readOnly
templates.push.proof POST /api/templates/push/proof server
templates.push.update POST /api/templates/push/update server
templates.push.upsert POST /api/templates/push/upsert server
templates.sms.get GET /api/templates/sms/get server,readOnly
templates.sms.proof POST /api/templates/sms/proof server
templates.sms.update POST /api/templates/sms/update server
templates.sms.upsert POST /api/templates/sms/upsert server
users.bulkUpdate POST /api/users/bulkUpdate server
users.bulkUpdateSubscriptions POST /api/users/bulkUpdateSubscriptions server
users.getByUserId GET /api/users/byUserId server
users.deleteByUserId DELETE /api/users/byUserId/{userId} server
users.getByPathUserId GET /api/users/byUserId/{userId} server
users.disableDevice POST /api/users/disableDevice mobile
users.forget POST /api/users/forget server
users.listForgottenEmails GET /api/users/forgotten server
users.listForgottenUserIds GET /api/users/forgottenUserIds server
users.getByEmail GET /api/users/getByEmail server
users.getFields GET /api/users/getFields server,readOnly
users.getSentMessages GET /api/users/getSentMessages server
users.merge POST /api/users/merge server
users.registerBrowserToken POST /api/users/registerBrowserToken javascript,web
users.registerDeviceToken POST /api/users/registerDeviceToken mobile
users.unforget POST /api/users/unforget server
users.update POST /api/users/update server,javascript,mobile,web
users.updateEmail POST /api/users/updateEmail server,mobile,web
users.updateSubscriptions POST /api/users/updateSubscriptions server,mobile,web
users.deleteByEmail DELETE /api/users/{email} server
users.getByPathEmail GET /api/users/{email} server
verify.beginSms POST /api/verify/sms/begin server
verify.checkSms POST /api/verify/sms/check server
webPush.cancel POST /api/webPush/cancel server
webPush.target POST /api/webPush/target server
webhooks.list GET /api/webhooks server
webhooks.update POST /api/webhooks server
journeys.trigger POST /api/workflows/triggerWorkflow server
`;

/** All operations of the service, in the order of its contract. */
export const contractOperations: Operation[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', method, path, keys = ''] = line.split(' ');
    return { name, route: `${method} ${path}`, keys: keys.split(',') as KeyType[] };
  });
