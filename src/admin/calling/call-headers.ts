import { must } from '../../lib/must.js';

/**
 * The headers of one call, each once, however it is written: the one given last. Those with the name of one of ours are
 * written as ours, so that they take its place; two of one name would be sent as one, joined by a comma.
 */
export function callHeaders(given: Record<string, string>, ours: readonly string[]): Record<string, string> {
  const spelled = new Map(ours.map((name) => [name.toLowerCase(), name]));
  const found = new Map<string, string>();
  // Checked here, since the platform's own error of a bad header quotes it, and with it a key or a token.
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    must(/^[\w-]+$/.test(name), 'The name of a header must be letters, digits and hyphens');
    must(
      typeof value === 'string' && /^[\x20-\x7e]+$/.test(value),
      `The header \`${name}\` must be a text of one line`,
    );
    const lower = name.toLowerCase();
    const spelling = spelled.get(lower) ?? name;
    spelled.set(lower, spelling);
    found.set(spelling, value);
  }
  return Object.fromEntries(found);
}
