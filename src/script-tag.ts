/** The script door: loaded by a script tag, it puts everything on the global `tidings`. */
export * from './index.js';
