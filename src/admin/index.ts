import type { Route } from '../api/address.js';
import { connect } from '../api/endpoint.js';
import { serviceOf } from '../api/service.js';
import { must } from '../lib/must.js';
import { steadyNow } from '../lib/steady-now.js';
import { OptionError } from '../errors.js';
import { callOptions, type Answer, type CallDefaults } from './calling/call.js';
import { createBulk, type Bulk } from './bulk/bulk.js';
import { checkRetry } from './calling/retry.js';
import { reliableEndpoints } from './calling/reliable-endpoint.js';
import { operations } from './operations/operations.js';
import { checkOptions, type AdminOptions } from './admin-options.js';
import { paceOf } from './pace/shared-pace.js';
import { createTurns } from './pace/turns.js';
import { createRunExport, type RunExport } from './exporting/export-run.js';
import { createWaitFor, type WaitFor } from './wait-for.js';
import { checked, withForms } from './calling/form-endpoint.js';
import { limitOf } from './operations/rows.js';
import { createRequest, type RequestOptions } from './request.js';
import { safeHooks } from './calling/hooks.js';
import { logOf } from './calling/log.js';

type Operations = ReturnType<typeof operations>;

/** Every operation of the service, by resource, and what is built on them. */
export interface Admin extends Omit<Operations, 'exports'> {
  /** What the service has recorded, at once or as files made by a job. */
  exports: Operations['exports'] & {
    /** Runs an export from its start to the last record. */
    run: RunExport;
  };
  /** Waits for what the service does later. */
  waitFor: WaitFor;
  /** Work on any number of items: in chunks, at the pace of the service, with every item accounted for. */
  bulk: Bulk;
  /**
   * The same admin, whose calls are made with these options unless they say otherwise; it shares the pace. Bulk work
   * waits a minute for each answer whatever `timeout` is here.
   */
  with(defaults: CallDefaults): Admin;
  /** Calls any route of the service, also one that this version does not know, with the same care. */
  request<Output = unknown>(route: Route, input?: object, options?: RequestOptions): Answer<Output>;
}

/**
 * Connects to the service with full rights, from a server.
 *
 * @example
 * ```ts
 * const admin = createAdmin({ apiKey: process.env.API_KEY!, baseUrl: 'https://api.example.com' });
 * const { listId } = await admin.lists.create({ name: 'Spring sale' });
 * await admin.lists.subscribe({ listId, subscribers: [{ email: 'ada@example.com' }] });
 * ```
 */
export function createAdmin(options: AdminOptions): Admin {
  const { base, fetch } = serviceOf(options);
  checkOptions(options);
  refusePages(options);
  const { now = steadyNow, random = Math.random, concurrency = 16, retry = {} } = options;
  const { progress, ...hooks } = safeHooks(
    options,
    logOf(options.logger, () => options.apiKey),
  );
  const pace = paceOf(options, { base, limitOf, now });
  const turns = createTurns({
    pace,
    concurrency,
    now,
    onWait: (route, wait, waiting) => hooks.onThrottle({ route, wait, waiting }),
  });
  const { safeMode = false, eventIds = true } = options;
  const endpointWith = reliableEndpoints(
    withForms(connect(options), () => options.headers?.apiKey ?? 'Api-Key'),
    {
      ...hooks,
      turns,
      pace,
      retry,
      safeMode,
      eventIds,
      now,
      random,
    },
  );

  /** A process that died just before may have used up what may be called within this second. */
  function onResume(operation: string) {
    if (pace.resume) pace.resume(operation);
    else pace.refuse(operation, 1_000);
  }
  function adminWith(defaults: CallDefaults): Admin {
    const endpoint = endpointWith(defaults);
    const table = operations(endpoint);
    return {
      ...table,
      exports: { ...table.exports, run: createRunExport(table.exports, { fetch, now, random, progress }) },
      waitFor: createWaitFor(table),
      bulk: createBulk(table, { now, progress, service: base, onResume }),
      request: createRequest(endpoint, { safeMode }),
      with(more) {
        checked(more);
        checkRetry(more.retry);
        must(!('safeToRepeat' in more), '`safeToRepeat` must be said of one call, not of all');
        return adminWith(callOptions(defaults, { ...more }));
      },
    };
  }
  return adminWith({});
}

/** A page shows its visitors every key it holds; a test in a document has a service of its own. */
function refusePages({ fetch }: AdminOptions) {
  const { window } = globalThis as { window?: { document?: unknown } };
  if (!window?.document || fetch) return;
  throw new OptionError(
    '`createAdmin` must run on a server, since a page shows its key to everyone; a page uses `createClient` with a web key',
  );
}

export type { Answer, Answered, Call, CallDefaults, CallOptions } from './calling/call.js';
export type { Logger } from './calling/log.js';
export type { AttemptedCall, AttemptOutcome, HookFailure, Hooks, Throttle } from './calling/hooks.js';
export type { AdminHeaders, AdminOptions } from './admin-options.js';
export {
  isAuthenticationError,
  isNotFoundError,
  isRateLimitError,
  isValidationError,
} from './error-guards.js';
export type { Pace, Sharers } from './pace/pace.js';
export type { Bulk, BulkCatalogItem, BulkWork, BulkWorkWith } from './bulk/bulk.js';
export type * from './bulk/bulk-options.js';
export type * from './bulk/failure-cause.js';
export type { Checkpoint } from './bulk/checkpoint.js';
export type { CsvRow } from './calling/csv-rows.js';
export type { Streamed } from './calling/streamed.js';
export type { Paged } from './calling/paged.js';
export type { RequestOptions } from './request.js';
export type { RetryOptions } from './calling/retry.js';
export type { Route } from '../api/address.js';
export type * from './operations/auth.js';
export type * from './operations/bulk-user-result.js';
export type * from './operations/campaigns.js';
export type * from './operations/catalogs.js';
export type * from './operations/channels.js';
export type * from './operations/commerce.js';
export type * from './operations/devices.js';
export type * from './operations/embedded.js';
export type * from './operations/events.js';
export type * from './operations/experiments.js';
export type * from './operations/export-data-type.js';
export type * from './operations/exports.js';
export type * from './operations/in-app.js';
export type * from './operations/journeys.js';
export type * from './operations/lists.js';
export type * from './operations/message-types.js';
export type * from './operations/metadata.js';
export type * from './operations/new-campaign.js';
export type * from './operations/page.js';
export type * from './operations/single-sends.js';
export type * from './operations/snippets.js';
export type * from './operations/subscriptions.js';
export type * from './operations/templates.js';
export type * from './operations/templates/email.js';
export type * from './operations/templates/embedded.js';
export type * from './operations/templates/in-app.js';
export type * from './operations/templates/push.js';
export type * from './operations/templates/sms.js';
export type * from './operations/templates/template.js';
export type * from './operations/users.js';
export type * from './operations/verify.js';
export type * from './operations/webhooks.js';
export type {
  ExportProgress,
  ExportReport,
  ExportRun,
  ExportRunOptions,
  RunExport,
} from './exporting/export-run.js';
export { ExportError } from './exporting/export-error.js';
export type { WaitFor, WaitOptions } from './wait-for.js';
export { readWebhook, WebhookError, type WebhookProof } from './tokens/read-webhook.js';
export type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from './tokens/webhook-event.js';
export { signToken, type TokenOptions } from './tokens/sign-token.js';
export type { NodeRequest, NodeResponse } from './tokens/node-server.js';
export { tokenHandler, type TokenHandler, type TokenHandlerOptions } from './tokens/token-handler.js';
export type * from '../api/models/commerce.js';
export type * from '../api/models/data-fields.js';
export type * from '../api/models/device.js';
export type * from '../api/models/embedded.js';
export type * from '../api/models/embedded-events.js';
export type * from '../api/models/envelope.js';
export type * from '../api/models/event.js';
export type * from '../api/models/in-app.js';
export type * from '../api/models/in-app-events.js';
export type * from '../api/models/open-word.js';
export type * from '../api/models/push.js';
export type * from '../api/models/timestamp.js';
export type * from '../api/models/user.js';
export * from '../errors.js';
