import { short, sorted } from './figures.js';

/** @typedef {import('./sections.js').Section} Section */
/** @typedef {import('./sections.js').ServerRow} ServerRow */

const OURS = 'tidings/admin';

/**
 * What the server door costs and does beside other clients for servers.
 *
 * @param {ServerRow[]} rows
 * @returns {Section}
 */
export function serverSection(rows) {
  const clients = rows.filter(({ refused }) => refused);
  const bare = rows.filter(({ refused }) => !refused);
  return {
    id: 'server',
    title: 'Server',
    text: `The server door beside other clients for servers, each making small reads of the same server, one after another, without a pace of ours. What a call costs is how long it keeps the processor busy beyond the same request made with no client at all (${bare.map(({ name, wall }) => `${short(wall)} µs by \`${name}\``).join(', ')}), by what the client itself makes its requests with. All take turns, each in five processes, and the lowest tenth counts. A bundle holds all that a program with one call brings along; ours includes what reads CSV, which is loaded with the first rows. The others are clients of other services, but for \`@iterable/api\`; only that one and ours have a call that updates many profiles: ours is given all of them at once, the other a call for each thousand, since it leaves the pace to its caller.`,
    axis: 'µs a call',
    scale: 'linear',
    bars: sorted(
      clients.map(({ name, overhead }) => ({
        ...{ name, isOurs: name === OURS, value: overhead, label: `${short(overhead)} µs` },
      })),
    ),
    head: ['client', 'version', 'cost of a call', 'calls a second', 'import', 'bundle, gzip'],
    table: clients.map(({ name, version, overhead, wall, import: loading, bundle }) => [
      `\`${name}\``,
      version,
      `${short(overhead)} µs`,
      short(1e6 / wall),
      `${short(loading)} ms`,
      `${short(bundle / 1_000)} kB`,
    ]),
    also: [
      {
        head: [
          'client',
          'refused twice, `Retry-After: 1`',
          'cancelled while it waits',
          '100,000 profiles, 5 calls a second',
        ],
        table: clients.map(({ name, refused = '', cancelled = '', many = 'has no such call' }) => [
          `\`${name}\``,
          refused,
          cancelled,
          many,
        ]),
      },
    ],
    why: 'Ours checks what it sends, keeps the pace of each operation and reads numbers as they were written.',
    reasons: {
      'calls a second':
        'ours makes its requests with `fetch`, as any runtime has it; the fastest with `node:http`, which is the faster of the two with no client at all, as stands above.',
      import: 'ours brings all operations with it, and what checks them.',
      'bundle, gzip': 'ours brings all operations with it, and what checks them.',
    },
  };
}
