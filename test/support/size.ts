import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import resolve from '@rollup/plugin-node-resolve';
import { rollup, type Plugin } from 'rollup';
import { minified } from '../../scripts/minified.js';

export const DIST = join(import.meta.dirname, '../../dist');

/** What a program that imports from `dist` weighs, in bytes: minified and compressed, as a site's bundler makes it. */
export interface Weight {
  /** What is loaded with the program. */
  atOnce: number;
  /** What comes when it is needed. */
  later: number;
  /** Each part of that, by the name of its module. */
  parts: Record<string, number>;
  /** What it imports and does not bring along. */
  foreign: string[];
}

/** Makes the files of a program that imports from `dist`, the first of which is loaded first. */
export async function bundled(program: string) {
  const bundle = await rollup({ input: 'program', plugins: [virtual(program), resolve({ browser: true })] });
  const { output } = await bundle.generate({ format: 'es', plugins: [minified()] });
  return output.filter((chunk) => chunk.type === 'chunk');
}

/** Weighs a program. */
export async function weigh(program: string, compress = compressed): Promise<Weight> {
  const chunks = await bundled(program);
  const needs = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const needed = new Set([chunks[0]?.fileName ?? '']);
  for (const name of needed) {
    for (const more of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) needed.add(more);
  }
  const foreign = needs.filter((name) => !chunks.some(({ fileName }) => fileName === name));
  const weight: Weight = { atOnce: 0, later: 0, parts: {}, foreign };
  for (const { fileName, name, code } of chunks) {
    const isNeeded = needed.has(fileName);
    weight[isNeeded ? 'atOnce' : 'later'] += compress(code);
    if (!isNeeded) weight.parts[name] = compress(code);
  }
  return weight;
}

/** The length of a text once compressed for the web, in bytes. */
export function compressed(text: string | Buffer): number {
  return brotliCompressSync(text).length;
}

/** The length of a text as edge platforms count it, in bytes. */
export function gzipped(text: string | Buffer): number {
  return gzipSync(text).length;
}

/** Lets a text be the entry of a bundle. */
function virtual(program: string): Plugin {
  return {
    name: 'virtual',
    resolveId: (id) => (id === 'program' ? join(DIST, 'program.js') : null),
    load: (id) => (id === join(DIST, 'program.js') ? program : null),
  };
}
