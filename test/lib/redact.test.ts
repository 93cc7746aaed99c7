import { describe, expect, it } from 'vitest';
import { redact } from '../../src/lib/redact.js';

describe('redact', () => {
  it.each([
    ['no such user: ada@example.com', 'no such user: …'],
    ['GET /api/users/ada%40example.com is not here', 'GET /api/users/… is not here'],
    ['"ada+shop@example.co.uk" and <bob@example.com>', '"…" and <…>'],
    ['email=ada@example.com&limit=3', 'email=…&limit=3'],
    ['nothing to hide at all', 'nothing to hide at all'],
  ])('hides emails in %j', (text, hidden) => {
    expect(redact(text)).toBe(hidden);
  });

  it('hides each secret wherever it stands', () => {
    expect(redact('key 12345678 of 12345678, token t.t.t.t.', '12345678 Bearer t.t.t.t.')).toBe(
      'key … of …, token …',
    );
  });

  it('tells the first words of a text of any length', () => {
    expect(redact('x'.repeat(4_000_000))).toHaveLength(500);
  });

  it('takes no short word for a secret', () => {
    expect(redact('Bearer as it was', 'Bearer  it')).toBe('Bearer as it was');
  });

  it.each([undefined, null, 7, ['ada@example.com']])('tells nothing of what is no text: %j', (value) => {
    expect(redact(value)).toBe('');
  });
});
