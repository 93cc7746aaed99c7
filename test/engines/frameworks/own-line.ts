import type { EmbeddedMessage } from 'tidings';

/** Shows a message as a line of the page's own. */
export function ownLine({ elements }: EmbeddedMessage): HTMLElement {
  const line = document.createElement('strong');
  line.className = 'own-line';
  line.textContent = elements?.title ?? '';
  return line;
}
