import { spawnSync } from 'node:child_process';
import { onTestFinished, describe, expect, it } from 'vitest';
import { serve } from '../../../src/emulator/command/server.js';
import { setup } from '../support/control.js';

const ada = { email: 'ada@example.com' };
/** What a shell takes for something else, unless it is quoted. */
const odd = `it's "so" $HOME \`id\` \\ \n 日本`;

/** An emulator that a web key has told of an event, with the token of the one whose it is. */
async function told() {
  const world = setup();
  const { emulator } = world;
  await emulator.fetch('http://localhost/api/events/track', {
    method: 'POST',
    headers: { 'Api-Key': emulator.keys.web, Authorization: `Bearer ${await emulator.signToken(ada)}` },
    body: JSON.stringify({ ...ada, eventName: odd, dataFields: { sku: odd } }),
  });
  return { ...world, id: emulator.inspect.requests[0]?.id ?? 0 };
}

describe('a request that is kept', () => {
  it('says which events it made, and whose', async () => {
    const { emulator } = await told();
    const [event] = emulator.inspect.events();
    const [request] = emulator.inspect.requests;
    expect(request?.events).toEqual([{ id: event?.id, type: 'customEvent', personId: event?.personId }]);
  });

  it('says no more than ten of them, and none where it made none', async () => {
    const { emulator, ask } = setup();
    const headers = { 'Api-Key': emulator.keys.server };
    const events = Array(12).fill({ ...ada, eventName: 'seen' });
    await ask('/api/events/trackBulk', { body: { events }, headers });
    await ask('/api/lists', { headers });
    const [bulk, lists] = emulator.inspect.requests;
    expect(bulk?.events).toHaveLength(10);
    expect(lists).not.toHaveProperty('events');
  });

  it('is made again, with a token that is good by now', async () => {
    const { emulator, ask, id } = await told();
    emulator.clock.advance(10 * 3_600_000);

    const { body } = await ask(`/_emulator/requests/${id}/again`, { method: 'POST' });

    expect(body.status).toBe(200);
    const fields = { eventName: odd, sku: odd };
    expect(emulator.inspect.events('customEvent')).toMatchObject([{ fields }, { fields }]);
  });

  it('is made again by a shell', async () => {
    const { emulator, ask, id } = await told();
    const served = await serve(emulator, { port: 0, host: '127.0.0.1', control: undefined });
    onTestFinished(() => served.close());
    const { origin } = new URL(served.url);
    const { curl } = (await (await fetch(`${origin}/_emulator/requests/${id}/curl`)).json()) as {
      curl: string;
    };

    // What `curl` is given is what counts; whether it is installed does not.
    const { stdout } = spawnSync('sh', [
      '-c',
      `curl() { for word; do printf '%s\\0' "$word"; done; }; ${curl}`,
    ]);
    const words = stdout.toString().split('\0');

    expect(words.slice(0, 3)).toEqual(['-X', 'POST', `${origin}/api/events/track`]);
    expect(words).toContain(`Api-Key: ${emulator.keys.web}`);
    expect(words).toContainEqual(expect.stringMatching(/^Authorization: Bearer \S+$/));
    expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toMatchObject({ dataFields: { sku: odd } });
    expect((await ask('/_emulator/requests/99/curl')).status).toBe(404);
  });
});

describe('a person', () => {
  it.each(['ada@example.com', 'ADA@example.com'])('is found by the name %s', async (who) => {
    const { ask } = await told();
    expect((await ask(`/_emulator/people/${who}`)).body.person).toMatchObject(ada);
  });
});
