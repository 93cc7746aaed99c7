// @vitest-environment happy-dom
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import {
  startContext,
  startEmbedded,
  startInApp,
  startPageViews,
  startPush,
  startSampling,
  startStats,
  type Client,
} from '../../src/index.js';
import { applicationServerKey, setup } from '../support/push-visits.js';
import { ada, calm, startVisits } from '../support/visits.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it.each([
  ['in-app messages', startInApp],
  ['embedded messages', startEmbedded],
] as const)('no more of %s is kept, however often a component starts and closes them', async (_, start) => {
  const client = startVisits().visit();
  await client.identify(ada);
  function startAndEnd() {
    const options = { onAction: () => undefined };
    start(client, options).close();
    return new WeakRef(options);
  }

  const refs = [startAndEnd(), startAndEnd(), startAndEnd()];
  await calm();
  collectGarbage();

  expect(refs.slice(1).filter((ref) => ref.deref())).toEqual([]);
  client.close();
});

/** The types of events for which more is heard than was let go of. */
function watchListeners() {
  const heard = new Map<string, number>();
  const { prototype } = EventTarget;
  for (const [name, step] of [
    ['addEventListener', 1],
    ['removeEventListener', -1],
  ] as const) {
    const original = prototype[name];
    prototype[name] = function (...given: Parameters<EventTarget['addEventListener']>) {
      const [type] = given;
      heard.set(type, (heard.get(type) ?? 0) + step);
      original.apply(this, given);
    };
    onTestFinished(() => void (prototype[name] = original));
  }
  return () => [...heard].filter(([, count]) => count);
}

/** Embedded messages of a page that has a place for them. */
function startPlacement(client: Client) {
  const embedded = startEmbedded(client);
  embedded.watch(1, () => undefined)();
  return embedded;
}

it.each<[string, (client: Client) => { close(): void }]>([
  ['in-app messages', startInApp],
  ['embedded messages', startPlacement],
  ['fields of events', (client) => startContext(client, { device: true })],
  ['page views', startPageViews],
  ['sampling', (client) => startSampling(client, { rate: 1 })],
  ['figures of the field', (client) => startStats(client, { onStats: () => undefined })],
  ['pushes', (client) => startPush(client, { applicationServerKey })],
])('%s that are closed hear nothing any more', async (_, start) => {
  const client = setup().visit();
  await client.identify(ada);
  const leftOver = watchListeners();

  for (let times = 0; times < 3; times += 1) {
    const started = start(client);
    await calm();
    started.close();
  }

  await calm();
  expect(leftOver()).toEqual([]);
});
