// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest';
import { startEmbedded } from '../../src/index.js';
import { ada, listen, startVisits, takeTime } from '../support/visits.js';

it('a request that a new placement shares with a refresh is told once, where it fails', async () => {
  const { pass } = takeTime();
  const { visit, line } = startVisits();
  const client = visit();
  const { error: told } = listen(client);
  await client.identify(ada);
  let say = () => {};
  const embedded = startEmbedded(client, { placements: [1], news: (onNews) => void (say = onNews) });
  onTestFinished(() => embedded.close());
  await pass(5_000);
  let failed = 0;
  line.fetch = async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    failed += 1;
    return new Response('', { status: 503 });
  };

  say();
  await pass(500);
  embedded.watch(2, () => {});
  await pass(500);
  say();
  await pass(6_000);

  expect(failed).toBe(2);
  expect(told).toHaveLength(failed);
});
