import { build } from 'esbuild';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Sdk } from './sdks.js';

const ROOT = join(import.meta.dirname, '../../..');

/** A page's script with one SDK, as a site would build it. */
export interface Bundle {
  /** What each file is called, and its code; the first is the one that the page asks for. */
  files: Map<string, string>;
  /** Those that must come before the SDK starts. */
  needed: Set<string>;
  /** What they weigh, compressed by Brotli, in bytes. */
  first: number;
  /** What each file weighs, the same way. */
  weights: Map<string, number>;
}

/** Bundles what starts an SDK, identifies a visitor and tracks, by esbuild, minified. */
export async function bundleOf(sdk: Sdk): Promise<Bundle> {
  const contents = `${sdk.imports}
    const collector = globalThis.collector;
    const own = {
      start: () => { ${sdk.start} },
      identify: () => { ${sdk.identify} },
      track: (mark) => { ${sdk.track} },
      flush: () => { ${sdk.flush} },
    };
    export default own;`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: join(ROOT, 'test/bench'), sourcefile: `${sdk.id}.js` },
    alias: { tidings: join(ROOT, 'dist/production/index.js') },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: '/sdks',
    entryNames: sdk.id,
    chunkNames: `${sdk.id}-[hash]`,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    write: false,
  });
  const entry = `${sdk.id}.js`;
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output] as const),
  );
  const needed = new Set([entry]);
  // A set goes on with what is added to it on the way.
  for (const name of needed)
    for (const { path, kind } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement') needed.add(basename(path));

  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const weights = new Map([...files].map(([name, text]) => [name, brotliCompressSync(text).length]));
  return { files, weights, needed, first: weightOf(weights, needed) };
}

/** What some of a page's files weigh together. */
export const weightOf = (weights: Map<string, number>, names: Iterable<string>) =>
  [...names].reduce((total, name) => total + (weights.get(name) ?? 0), 0);
