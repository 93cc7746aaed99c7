/** An SDK as its own documents say it is used. */
export interface Sdk {
  name: string;
  /** What a page with it is called, and its files. */
  id: string;
  /** What the page imports. */
  imports: string;
  /** What starts it, given `collector`, the address of its service. */
  start: string;
  /** Says who the visitor is. */
  identify: string;
  /** Records one event, given its `mark`. */
  track: string;
  /** Delivers what waits, as far as the SDK has a call for that. */
  flush: string;
}

const visitor = `'ada-1', { email: 'ada@example.com' }`;
const fields = `{ sku: 'A1', price: 12, mark }`;

/** Ours first, then those that a site would use in its place, by name. */
export const sdks: Sdk[] = [
  {
    name: 'tidings',
    id: 'tidings',
    imports: `import { createClient } from 'tidings';`,
    start: `globalThis.client = createClient({ apiKey: 'key', baseUrl: collector, getToken: async () => globalThis.token })`,
    identify: `return client.identify({ email: 'ada@example.com' })`,
    track: `void client.track('viewed', ${fields})`,
    flush: `return client.flush()`,
  },
  {
    name: 'tidings by relay',
    id: 'relay',
    imports: `import { createClient } from 'tidings';`,
    start: `globalThis.client = createClient({ relay: '/tidings' })`,
    identify: `return client.identify({ email: 'ada@example.com' })`,
    track: `void client.track('viewed', ${fields})`,
    flush: `return client.flush()`,
  },
  {
    name: '@amplitude/analytics-browser',
    id: 'amplitude',
    imports: `import * as amplitude from '@amplitude/analytics-browser';`,
    start: `amplitude.init('key', {
      serverUrl: collector + '/2/httpapi',
      remoteConfig: { serverUrl: collector + '/config' },
    })`,
    identify: `amplitude.setUserId('ada@example.com')`,
    track: `amplitude.track('viewed', ${fields})`,
    flush: `return amplitude.flush().promise`,
  },
  {
    name: '@braze/web-sdk',
    id: 'braze',
    imports: `import * as braze from '@braze/web-sdk';`,
    start: `braze.initialize('00000000-0000-0000-0000-000000000000', { baseUrl: collector }); braze.openSession()`,
    identify: `braze.changeUser('ada-1')`,
    track: `braze.logCustomEvent('viewed', ${fields})`,
    flush: `braze.requestImmediateDataFlush()`,
  },
  {
    name: '@iterable/web-sdk',
    id: 'iterable',
    imports: `import { initializeWithConfig, track } from '@iterable/web-sdk';`,
    start: `globalThis.iterable = initializeWithConfig({
      authToken: 'key',
      configOptions: { baseURL: collector + '/api' },
      generateJWT: async () => globalThis.token,
    })`,
    identify: `return iterable.setEmail('ada@example.com')`,
    track: `track({ eventName: 'viewed', dataFields: ${fields} }).catch(() => {})`,
    flush: ``,
  },
  {
    name: '@rudderstack/analytics-js',
    id: 'rudderstack',
    imports: `import { RudderAnalytics } from '@rudderstack/analytics-js/bundled';`,
    start: `globalThis.rudder = new RudderAnalytics();
      rudder.load('key', collector, { configUrl: collector })`,
    identify: `rudder.identify(${visitor})`,
    track: `rudder.track('viewed', ${fields})`,
    flush: ``,
  },
  {
    name: '@segment/analytics-next',
    id: 'segment',
    imports: `import { AnalyticsBrowser } from '@segment/analytics-next';`,
    start: `globalThis.analytics = AnalyticsBrowser.load(
      { writeKey: 'key', cdnURL: collector },
      { integrations: { 'Segment.io': { apiHost: new URL(collector).host + '/v1', protocol: 'http' } } },
    )`,
    identify: `return analytics.identify(${visitor})`,
    track: `void analytics.track('viewed', ${fields})`,
    flush: ``,
  },
  {
    name: '@snowplow/browser-tracker',
    id: 'snowplow',
    imports: `import { flushBuffer, newTracker, setUserId, trackSelfDescribingEvent } from '@snowplow/browser-tracker';`,
    start: `newTracker('sp', collector, { appId: 'shop' })`,
    identify: `setUserId('ada@example.com')`,
    track: `trackSelfDescribingEvent({ event: { schema: 'iglu:shop/viewed/jsonschema/1-0-0', data: ${fields} } })`,
    flush: `flushBuffer()`,
  },
  {
    name: 'mixpanel-browser',
    id: 'mixpanel',
    imports: `import mixpanel from 'mixpanel-browser';`,
    start: `mixpanel.init('key', { api_host: collector })`,
    identify: `mixpanel.identify('ada-1'); mixpanel.people.set({ $email: 'ada@example.com' })`,
    track: `mixpanel.track('viewed', ${fields})`,
    flush: ``,
  },
  {
    name: 'posthog-js',
    id: 'posthog',
    imports: `import posthog from 'posthog-js';`,
    start: `posthog.init('key', {
      ...{ api_host: collector, defaults: '2025-11-30' },
      // Else it takes a browser that is driven for a bot, and drops all after a hundred at once.
      ...{ opt_out_useragent_filter: true, rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 } },
    })`,
    identify: `posthog.identify(${visitor})`,
    track: `posthog.capture('viewed', ${fields})`,
    flush: ``,
  },
];

/** A loop of bare calls, four at a time, for what the way itself takes; it keeps nothing. */
export const bare: Sdk = {
  name: 'bare fetch',
  id: 'bare',
  imports: '',
  start: `globalThis.waiting = [];
    globalThis.work = async () => {
      for (let mark; (mark = waiting.shift()); ) {
        const body = JSON.stringify({ email: 'ada@example.com', eventName: 'viewed', dataFields: ${fields} });
        const headers = { 'Api-Key': 'key', 'Content-Type': 'application/json' };
        await (await fetch(collector + '/api/events/track', { method: 'POST', headers, body })).text();
      }
    }`,
  identify: ``,
  track: `waiting.push(mark)`,
  flush: `return Promise.all([work(), work(), work(), work()])`,
};
