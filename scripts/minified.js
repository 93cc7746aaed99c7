import { minify } from 'terser';

/**
 * Minifies each chunk, in this process: Rollup's own plugin starts workers, which takes longer than to minify ours.
 *
 * @param {import('terser').MinifyOptions} [options]
 * @returns {import('rollup').Plugin}
 */
export const minified = (options) => ({
  name: 'minified',
  async renderChunk(code, _chunk, { format, sourcemap }) {
    const result = await minify(code, {
      module: format === 'es',
      sourceMap: !!sourcemap,
      // A script that is no module is read in the page's own encoding.
      ...(format === 'iife' && { format: { ascii_only: true } }),
      ...options,
    });
    // Terser gives a map as JSON.
    return { code: result.code ?? '', map: typeof result.map === 'string' ? result.map : null };
  },
});
