import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import resolve from '@rollup/plugin-node-resolve';
import { rollup, type OutputChunk, type Plugin } from 'rollup';
import { minified } from '../../scripts/minified.js';

export const DIST = join(import.meta.dirname, '../../dist');

/** What a program that imports from `dist` weighs, in bytes: minified and compressed, as a site's bundler makes it. */
export interface Weight {
  /** What is loaded with the program. */
  atOnce: number;
  /** What comes when it is needed. */
  later: number;
  /** What comes with a part, by the name of its module, that neither comes at once nor with the parts named after it. */
  part: (name: string, ...before: string[]) => number;
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
  const foreign = needs.filter((name) => !chunks.some(({ fileName }) => fileName === name));
  const [first] = chunks;
  /** These, with all that they cannot do without. */
  function whole(some: (OutputChunk | undefined)[]): Set<OutputChunk | undefined> {
    const needed = new Set(some);
    for (const chunk of needed)
      for (const name of chunk?.imports ?? []) needed.add(chunks.find(({ fileName }) => fileName === name));
    return needed;
  }
  const weightOf = (some: Iterable<OutputChunk | undefined>) =>
    [...some].reduce((sum, chunk) => sum + compress(chunk?.code ?? ''), 0);
  const atOnce = weightOf(whole([first]));
  function part(...names: string[]): number {
    const [one, ...before] = names.map((name) => chunks.find((chunk) => chunk.name === name));
    const had = whole([first, ...before]);
    return one ? weightOf([...whole([one])].filter((chunk) => !had.has(chunk))) : NaN;
  }
  return { atOnce, later: weightOf(chunks) - atOnce, part, foreign };
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
