import ky from './ky.js';

/** How long the emulator may take, in milliseconds: what falls due in a year is done in one go. */
const PATIENCE = 60_000;

const service = ky.create({
  timeout: PATIENCE,
  // The page asks again by itself, and says meanwhile that nobody answers.
  retry: 0,
  hooks: {
    beforeError: [
      async (error) => {
        const { msg } = /** @type {{ msg?: string }} */ (await error.response.json());
        error.message = msg ?? `The emulator answered ${error.response.status}`;
        return error;
      },
    ],
  },
});

/**
 * Asks the emulator for something under `/_emulator`.
 *
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export function get(path) {
  return service(addressOf(path)).json();
}

/**
 * Has the emulator do something.
 *
 * @template Answer
 * @param {string} path
 * @param {object} [json]
 * @returns {Promise<Answer>}
 */
export function post(path, json = {}) {
  return service.post(addressOf(path), { json }).json();
}

/**
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export function remove(path) {
  return service.delete(addressOf(path)).json();
}

/** @param {string} path */
function addressOf(path) {
  return path ? `/_emulator/${path}` : '/_emulator';
}
