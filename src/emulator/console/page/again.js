import { element } from './dom.js';
import { get, post } from './service.js';
import { tell } from './tell.js';

/**
 * Buttons that make a request again, here or in a shell.
 *
 * @param {Pick<import('./live.js').LiveRequest, 'id'>} request
 */
export function againElement({ id }) {
  const said = element('p', { role: 'status', className: 'soft' });
  const copy = element('button', { type: 'button' }, 'Copy as curl');
  const again = element('button', { type: 'button' }, 'Send again');
  copy.addEventListener('click', () => {
    void tell(said, async () => {
      const { curl } = /** @type {{ curl: string }} */ (await get(`requests/${id}/curl`));
      try {
        await navigator.clipboard.writeText(curl);
        return 'Copied.';
      } catch {
        return curl; // There to be selected, where a page may not write to the clipboard.
      }
    });
  });
  again.addEventListener('click', () => {
    void tell(said, async () => {
      const { status } = /** @type {{ status: number }} */ (await post(`requests/${id}/again`));
      return `Sent; the answer is ${status}.`;
    });
  });
  return element(
    'div',
    { role: 'group', 'aria-label': 'Make it again' },
    element('p', { className: 'buttons' }, copy, again),
    said,
  );
}
