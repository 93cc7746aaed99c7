import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../src/command/terminal.js';
import { serve } from '../support/serve.js';
import { createHost, runAt } from './support/tidings.js';

/** What a terminal acts on, or turns the direction of a text. */
const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Takes over the title, clears the screen, writes on its first line, and turns what follows around. */
const ATTACK = '\u001b]0;owned\u0007\u001b[2J\r\u009b2J\u007f\u202eabc\u2066\ntidings: all is done';

/** A service that answers everything like this. */
const answers = async (status: number, answer: string | object, type = 'application/json') => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return (await serve((response) => response.writeHead(status, { 'Content-Type': type }).end(text))).baseUrl;
};

describe('what the service says', () => {
  it.each([[[]], [['--debug']]])('steers no terminal by an error %s', async (options) => {
    const baseUrl = await answers(401, { code: 'BadApiKey', msg: ATTACK });

    const { code, errors } = await runAt(baseUrl, ['channels', 'list', ...options], { onTerminal: true });

    expect(code).toBe(1);
    expect(errors.replaceAll('\r\u001b[K', '')).not.toMatch(STEERING);
    expect(errors).toContain('answered 401 BadApiKey: \\u001b]0;owned\\u0007');
    expect(errors).not.toMatch(/^tidings: all is done/m);
  });

  it.each([
    ['lists', 'list'],
    ['lists', 'list', '--output', 'lines'],
    ['list', 'lists'],
  ])('is JSON that can be read and steers nothing: %s %s %s %s', async (...args) => {
    const baseUrl = await answers(200, { lists: [{ id: 1, name: ATTACK }] });

    const { output } = await runAt(baseUrl, args.filter(Boolean));

    expect(output).not.toMatch(STEERING);
    const found = JSON.parse(output) as { lists?: object[] };
    expect(found.lists?.[0] ?? found).toEqual({ id: 1, name: ATTACK });
  });

  it.each([
    ['lists', 'list', '--output', 'table'],
    ['list', 'lists'],
  ])('steers nothing from a table: %s %s', async (...args) => {
    const baseUrl = await answers(200, { lists: [{ id: 1, name: '\u202e\u009b2J\nx', [ATTACK]: 1 }] });

    const { output } = await runAt(baseUrl, args.filter(Boolean), { onTerminal: true });

    expect(output).not.toMatch(STEERING);
    expect(output).toContain('\\u202e\\u009b2J\\nx');
    expect(output.trim().split('\n')).toHaveLength(2);
  });

  it.each([
    ['text', ['lists', 'get-users', '--list-id', '1'], 'text/plain'],
    ['a stream', ['exports', 'data-csv', '--data-type-name', 'user'], 'text/csv'],
  ])(
    'is shown on a terminal without what steers it, and elsewhere goes on as it came: %s',
    async (_, args, type) => {
      const text = `Grüße,${ATTACK}\r\n\tx\n`;
      const baseUrl = await answers(200, text, type);

      const shown = await runAt(baseUrl, args, { onTerminal: true });
      const piped = await runAt(baseUrl, args);

      expect(shown.output.replaceAll('\r\n', '\n')).not.toMatch(STEERING);
      expect(shown.output).toMatch(/^Grüße,\\u001b.*\ntidings: all is done\r\n\tx\n$/);
      expect(piped.output).toBe(text);
    },
  );

  it('steers nothing from a line that changes, which stays one line', () => {
    const { host, errors } = createHost({ onTerminal: true });

    createTerminal(host).show(ATTACK.repeat(9));

    const line = errors().replace('\r\u001b[K', '');
    expect(line).not.toMatch(STEERING);
    expect(line).toHaveLength(79);
  });
});
