/**
 * Asks the emulator for something under `/_emulator`.
 *
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export function get(path) {
  return ask('GET', path);
}

/**
 * Has the emulator do something.
 *
 * @template Answer
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
export function post(path, body = {}) {
  return ask('POST', path, JSON.stringify(body));
}

/**
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export function remove(path) {
  return ask('DELETE', path);
}

/**
 * @template Answer
 * @param {string} method
 * @param {string} path
 * @param {string | null} body
 * @returns {Promise<Answer>}
 */
async function ask(method, path, body = null) {
  const response = await fetch(path ? `/_emulator/${path}` : '/_emulator', { method, body });
  const answer = /** @type {unknown} */ (await response.json());
  if (response.ok) return /** @type {Answer} */ (answer);
  const { msg } = /** @type {{ msg?: string }} */ (answer);
  throw new Error(msg ?? `The emulator answered ${response.status}`);
}
