import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import resolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { rollup, type Plugin } from 'rollup';

export const DIST = join(import.meta.dirname, '../../dist');

/** What a site's bundler makes of a program that imports from `dist`: minified and compressed, in bytes. */
export async function sizeOf(program: string): Promise<number> {
  const bundle = await rollup({ input: 'program', plugins: [virtual(program), resolve({ browser: true })] });
  const { output } = await bundle.generate({ format: 'es', plugins: [terser({ module: true })] });
  return compressed(output[0].code);
}

/** The length of a text once compressed for the web, in bytes. */
export function compressed(text: string | Buffer): number {
  return brotliCompressSync(text).length;
}

/** Lets a text be the entry of a bundle. */
function virtual(program: string): Plugin {
  return {
    name: 'virtual',
    resolveId: (id) => (id === 'program' ? join(DIST, 'program.js') : null),
    load: (id) => (id === join(DIST, 'program.js') ? program : null),
  };
}
