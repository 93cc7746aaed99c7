export { traced } from './traced.js';
