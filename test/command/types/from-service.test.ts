import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setup } from '../support/tidings.js';

/** How often to ask for an export that is soon there. */
const SOON = ['--every', '0.01'];

describe('tidings types --from-service', () => {
  /** The command, where some events have been recorded. */
  async function withEvents() {
    const running = await setup();
    const { fetch, keys, clock } = running.emulator;
    const record = async (eventName: string, dataFields: object) => {
      const answer = await fetch('http://emulator/api/events/track', {
        method: 'POST',
        headers: { 'Api-Key': keys.server },
        body: JSON.stringify({ email: 'ada@example.com', eventName, dataFields }),
      });
      expect(answer.status).toBe(200);
    };
    await record('searched', { words: 'mug', filters: { colour: 'red' }, shown: ['A1', 'A2'] });
    await record('searched', { words: 'cup', filters: { colour: 'red', size: 7 }, page: 2 });
    await record('logged */ out', {});
    clock.advance(60_000);
    return running;
  }

  it('makes the types of what was recorded: required is what each has', async () => {
    const { tidings } = await withEvents();

    const { code, output } = await tidings(['types', '--from-service', ...SOON]);

    expect(code).toBe(0);
    expect(output)
      .toBe(`// Made by \`tidings types\` from what the service has recorded: change that, and make this anew.

export interface Events {
  'logged */ out': undefined;
  searched: {
    filters: {
      colour: string;
      size?: number;
    };
    page?: number;
    shown?: string[];
    words: string;
  };
}
`);
  });

  it('makes a plan, of which the same types come', async () => {
    const { tidings, read } = await withEvents();

    const { code, errors } = await tidings(['types', '--from-service', ...SOON, '--out', 'plan.json']);
    const [seen, made] = [
      await tidings(['types', '--from-service', ...SOON]),
      await tidings(['types', 'plan.json']),
    ];

    expect({ code, errors }).toEqual({
      code: 0,
      errors: expect.stringContaining('2 events in plan.json.') as unknown,
    });
    expect(JSON.parse(read('plan.json'))).toMatchObject({
      properties: { searched: { required: ['filters', 'words'] } },
    });
    expect(made.output.split('\n').slice(1)).toEqual(seen.output.split('\n').slice(1));
  });

  it('looks at no more than was asked for, and writes nothing of nothing', async () => {
    const { tidings, folder } = await withEvents();

    const { code, errors } = await tidings([
      'types',
      '--from-service',
      ...SOON,
      '--to',
      '2001-01-01',
      '--out',
      'events.d.ts',
    ]);

    expect(code).toBe(1);
    expect(errors).toContain('The service has recorded no custom event in that time');
    expect(existsSync(join(folder, 'events.d.ts'))).toBe(false);
  });

  it.each([
    [['types'], 'it needs a plan, such as `plan.json`, or `--from-service`'],
    [['types', 'plan.json', '--from-service'], 'there can be a plan or `--from-service`, not both'],
    [['types', 'plan.json', '--from', '2026-01-01'], 'add `--from-service`'],
    [['types', '--from-service', '--format', 'yaml'], 'yaml is no format. There are types and plan.'],
  ])('refuses %j', async (args, said) => {
    const { tidings } = await setup();
    const { code, errors } = await tidings(args);
    expect(code).toBe(2);
    expect(errors).toContain(said);
    expect(errors).toContain('Run `tidings types --help`');
  });
});
