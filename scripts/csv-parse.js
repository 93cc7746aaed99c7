/** What csv-parse takes in the place of what Node alone has, by the names of the modules that give it. */
const parts = new Map([
  ['csv-parse:streams', 'export const { TransformStream, CountQueuingStrategy } = globalThis;'],
  [
    'csv-parse:buffers',
    // Node's own, where it is: it is twice as fast.
    "import { Buffer as Own } from 'buffer/index.js'; export const Buffer = globalThis.Buffer ?? Own;",
  ],
]);

/**
 * Lets csv-parse run anywhere. It asks Node for its streams and its buffers: it gets the platform's streams, and brings
 * buffers along for where there are none, as in edge workers.
 *
 * @type {import('rollup').Plugin}
 */
export const csvParse = {
  name: 'csv-parse',
  resolveId(id) {
    if (id === 'node:stream/web') return 'csv-parse:streams';
    return parts.has(id) ? id : null;
  },
  load: (id) => parts.get(id) ?? null,
  transform(code, id) {
    const isAsking = id.includes('/csv-parse/lib/') && /\bBuffer\b/.test(code);
    return isAsking ? { code: `import { Buffer } from 'csv-parse:buffers'; ${code}`, map: null } : null;
  },
};
