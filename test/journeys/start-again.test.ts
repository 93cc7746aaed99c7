// @vitest-environment happy-dom
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { startEmbedded, startInApp } from '../../src/index.js';
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
