import resolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { buildIfStale } from '../../../scripts/build.js';

/**
 * Makes sure that what is tested is what the sources say, and bundles the browser's door as a site's own bundler would:
 * a page that loads its hundred modules one by one takes longer to load than to test.
 */
export default async function setup(): Promise<void> {
  await buildIfStale();
  const bundle = await rollup({
    input: ['dist/production/index.js', 'dist/production/inspector.js'],
    plugins: [resolve({ browser: true })],
  });
  await bundle.write({ dir: 'build/bundled', format: 'es', chunkFileNames: '[name].js' });
  await bundle.close();
}
