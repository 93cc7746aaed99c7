import { buildIfStale } from '../../scripts/build.js';

/** Makes sure that what is tested is what the sources say. */
export default buildIfStale;
