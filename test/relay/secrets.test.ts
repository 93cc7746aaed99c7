import { describe, expect, it } from 'vitest';
import { ada, event, lineOf, site, type TestLine } from './support/site.js';

describe('an answer', () => {
  it.each(['event', 'message', 'read', 'email'])(
    'of the relay hold none of its secrets where the service tells them: %s',
    async (what) => {
      const secrets = {
        serverKey: 'a-server-side-key',
        webKey: 'a-web-key-of-it',
        tokenSecret: 'a-token-secret',
      };
      const words = Object.values(secrets).join(' is not ');
      const lines: string[] = [];
      const write = (line: unknown) => void lines.push(String(line));
      const logger = { debug: write, info: write, warn: write, error: write };
      const status = what === 'email' ? 200 : 400;
      const fetch = async () => Response.json({ msg: words, code: 'BadParams', failCount: 1 }, { status });
      const { visitor } = await site({ ...secrets, fetch, logger, onError: write });
      const page = visitor(ada);
      const told: Record<string, TestLine> = {
        event: event(),
        message: ['POST /api/events/inAppConsume', { ...ada, messageId: 'm' }],
        email: ['POST /api/users/updateEmail', { currentEmail: ada.email, newEmail: 'a@b.example' }],
      };

      const line = told[what];
      const answer = line ? await page.post(lineOf(line)) : await page.ask('/api/inApp/web/getMessages', ada);
      lines.push(await answer.text());

      expect(lines.at(-1)).toContain('… is not … is not …');
      for (const secret of Object.values(secrets)) expect(lines.join('\n')).not.toContain(secret);
    },
  );
});
