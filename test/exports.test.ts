import { describe, expect, it } from 'vitest';
import * as files from '../src/admin/files.js';
import * as admin from '../src/admin/index.js';
import * as jobs from '../src/admin/jobs.js';
import * as opentelemetry from '../src/admin/opentelemetry.js';
import * as redis from '../src/admin/redis.js';
import * as emulator from '../src/emulator/app.js';
import * as browser from '../src/index.js';
import * as inspector from '../src/inspector.js';
import * as plan from '../src/plan.js';
import * as react from '../src/react.js';
import '../src/script-tag.js';
import * as relay from '../src/relay/index.js';
import * as relayQueue from '../src/relay/queue.js';
import * as serviceWorker from '../src/service-worker.js';
import * as svelte from '../src/svelte.js';
import * as vue from '../src/vue.js';

const inScript = [
  ...['ApiError', 'NetworkError', 'OptionError'],
  ...['createClient', 'startEmbedded', 'startInApp', 'startPush', 'updateEmail'],
];
/** What pages that load the script get from a script of its own. */
const inAnalytics = ['startContext', 'startPageViews', 'startSampling', 'startStats'];

/** The public names of each door. Changing one is a decision that the CHANGELOG tells of. */
const doors: [door: string, found: object, names: string[]][] = [
  ['tidings', browser, [...inScript, ...inAnalytics].sort()],
  ['the script tag', (globalThis as unknown as { tidings: object }).tidings, inScript],
  ['tidings/service-worker', serviceWorker, ['deliverInBackground', 'showPushes']],
  ['tidings/plan', plan, ['checkedBy']],
  ['tidings/inspector', inspector, ['startInspector']],
  [
    'tidings/admin',
    admin,
    [
      'ApiError',
      'ExportError',
      'NetworkError',
      'OptionError',
      'WebhookError',
      'createAdmin',
      'isAuthenticationError',
      'isNotFoundError',
      'isRateLimitError',
      'isValidationError',
      'readWebhook',
      'signToken',
      'tokenHandler',
    ],
  ],
  ['tidings/admin/files', files, ['fileCheckpoint', 'saveExport']],
  ['tidings/admin/jobs', jobs, ['bulkJob', 'folderStore', 'mergeReports', 'redisStore', 'shardsOf']],
  ['tidings/admin/redis', redis, ['redisPace']],
  ['tidings/admin/opentelemetry', opentelemetry, ['traced']],
  ['tidings/relay', relay, ['ApiError', 'NetworkError', 'OptionError', 'createRelay', 'toNode']],
  ['tidings/relay/queue', relayQueue, ['bullQueue', 'deadLetters', 'relayWorker']],
  ['tidings/emulator', emulator, ['createEmulator']],
  // These bring types, and nothing else.
  ['tidings/react', react, []],
  ['tidings/svelte', svelte, []],
  ['tidings/vue', vue, []],
];

describe.each(doors)('%s', (_, found, names) => {
  it('has these names and no other', () => {
    expect(Object.keys(found).sort()).toEqual(names);
  });
});
