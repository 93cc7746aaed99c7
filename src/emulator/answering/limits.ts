/** How often an operation may be called, as published. */
export interface Limit {
  limit: number;
  per: 'second' | 'minute';
  /** Who shares it: every key of the project, one key, or the whole organization, whose only project this is. */
  scope: 'project' | 'apiKey' | 'organization';
  /** How often in 24 hours. */
  dailyCap?: number;
}

/** The published limits, by operation. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  'GET /api/campaigns': { limit: 100, per: 'second', scope: 'project' },
  'POST /api/campaigns/archive': { limit: 5, per: 'second', scope: 'apiKey' },
  'GET /api/campaigns/metrics': { limit: 10, per: 'minute', scope: 'project' },
  'GET /api/campaigns/recurring/{id}/childCampaigns': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/campaigns/{id}': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/catalogs': { limit: 100, per: 'second', scope: 'apiKey' },
  'GET /api/catalogs/{catalogName}/items': { limit: 100, per: 'second', scope: 'apiKey' },
  'POST /api/catalogs/{catalogName}/items': { limit: 100, per: 'second', scope: 'apiKey' },
  'PUT /api/catalogs/{catalogName}/items/{itemId}': { limit: 1000, per: 'second', scope: 'apiKey' },
  'GET /api/channels': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/email/viewInBrowser': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/events/byUserId/{userId}': { limit: 100, per: 'second', scope: 'project' },
  'POST /api/events/track': { limit: 2000, per: 'second', scope: 'project' },
  'POST /api/events/trackBulk': { limit: 10, per: 'second', scope: 'project' },
  'GET /api/events/{email}': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/export/data.csv': { limit: 4, per: 'minute', scope: 'project' },
  'GET /api/export/data.json': { limit: 4, per: 'minute', scope: 'project' },
  'POST /api/export/start': { limit: 1, per: 'second', scope: 'organization' },
  'DELETE /api/export/{jobId}': { limit: 1, per: 'second', scope: 'project' },
  'GET /api/export/{jobId}/files': { limit: 1, per: 'second', scope: 'organization' },
  'GET /api/lists': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/lists/getUsers': { limit: 5, per: 'minute', scope: 'project' },
  'GET /api/lists/previewUsers': { limit: 5, per: 'minute', scope: 'project' },
  'GET /api/lists/{listId}/size': { limit: 5, per: 'minute', scope: 'project' },
  'GET /api/messageTypes': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/templates': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/templates/email/get': { limit: 100, per: 'second', scope: 'project' },
  'POST /api/templates/email/preview': { limit: 10, per: 'second', scope: 'project' },
  'POST /api/templates/email/proof': { limit: 20, per: 'second', scope: 'apiKey' },
  'GET /api/templates/embedded/get': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/templates/getByClientTemplateId': { limit: 100, per: 'second', scope: 'project' },
  'POST /api/templates/inapp/preview': { limit: 10, per: 'second', scope: 'project' },
  'POST /api/templates/inapp/proof': { limit: 20, per: 'second', scope: 'apiKey' },
  'GET /api/templates/push/get': { limit: 100, per: 'second', scope: 'project' },
  'POST /api/templates/push/proof': { limit: 20, per: 'second', scope: 'apiKey' },
  'GET /api/templates/sms/get': { limit: 100, per: 'second', scope: 'project' },
  'POST /api/templates/sms/proof': { limit: 20, per: 'second', scope: 'apiKey' },
  'POST /api/users/bulkUpdate': { limit: 5, per: 'second', scope: 'project' },
  'GET /api/users/byUserId': { limit: 100, per: 'second', scope: 'project' },
  'DELETE /api/users/byUserId/{userId}': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/users/byUserId/{userId}': { limit: 100, per: 'second', scope: 'project' },
  'POST /api/users/forget': { limit: 3, per: 'second', scope: 'project', dailyCap: 1000 },
  'GET /api/users/forgotten': { limit: 3, per: 'second', scope: 'project' },
  'GET /api/users/forgottenUserIds': { limit: 3, per: 'second', scope: 'project' },
  'GET /api/users/getByEmail': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/users/getFields': { limit: 3, per: 'second', scope: 'project' },
  'GET /api/users/getSentMessages': { limit: 3, per: 'second', scope: 'project' },
  'POST /api/users/merge': { limit: 50, per: 'second', scope: 'apiKey' },
  'POST /api/users/registerDeviceToken': { limit: 500, per: 'second', scope: 'project' },
  'POST /api/users/unforget': { limit: 3, per: 'second', scope: 'project', dailyCap: 1000 },
  'POST /api/users/update': { limit: 500, per: 'second', scope: 'project' },
  'DELETE /api/users/{email}': { limit: 100, per: 'second', scope: 'project' },
  'GET /api/users/{email}': { limit: 100, per: 'second', scope: 'project' },
};
