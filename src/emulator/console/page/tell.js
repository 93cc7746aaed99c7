import { look } from './live.js';

/**
 * Does something and says how it went.
 *
 * @param {HTMLElement} said
 * @param {() => Promise<string>} work
 */
export async function tell(said, work) {
  try {
    said.textContent = await work();
    said.className = '';
    await look();
  } catch (error) {
    said.textContent = error instanceof Error ? error.message : String(error);
    said.className = 'wrong';
  }
}
