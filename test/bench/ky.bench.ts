import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bench, describe } from 'vitest';
import { once, tell } from './browser.js';
import { serve } from './ky/little-server.js';
import { evens, points, type Point } from './ky/points.js';

/** What one of both does, against a server that nobody else has called. */
async function outcome({ answering }: Point, play: Point['ky']): Promise<string> {
  const server = await serve(answering);
  try {
    return await play(server);
  } finally {
    server.close();
  }
}

/** What a bundle of ky weighs, minified and compressed, in bytes. */
async function weight(): Promise<number> {
  const stdin = { contents: "export { default } from 'ky';", resolveDir: import.meta.dirname };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}

describe('ky beside the calls of the server door', () => {
  bench(
    'all points',
    async () => {
      tell('ky in a bundle', `${await weight()} bytes gzip`);
      for (const point of [...points, ...evens]) {
        tell(`${point.name}: ky`, await outcome(point, point.ky));
        tell(`${point.name}: Tidings`, await outcome(point, point.tidings));
      }
    },
    once,
  );
});
