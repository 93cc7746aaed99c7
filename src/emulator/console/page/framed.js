import { element } from './dom.js';

/**
 * A message in a frame of its own, where nothing of it runs.
 *
 * @param {string} path Under `/_emulator`.
 * @param {string} title
 */
export function framed(path, title) {
  return element('iframe', { src: `/_emulator/${path}`, title, sandbox: '', loading: 'lazy' });
}
