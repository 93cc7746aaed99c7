import type { Step } from '../wire.js';
import { element } from './dom.js';

/** What in a line of code has a colour of its own. */
const PIECES =
  /(?<comment>\/\/.*|\/\*\*[^]*?\*\/)|(?<text>'[^']*'|`[^`]*`)|(?<word>\b(?:async|await|const|export|for|function|new|of|return)\b)/g;

/** Shows beside each step the code that the server runs. */
export function showCode(code: Record<Step, string>): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure[data-step]')) {
    const step = figure.dataset['step'] as Step;
    const label = `The code of demo/admin/steps/${step}.ts`;
    figure.append(
      element('figcaption', {}, 'The server runs ', element('code', {}, `steps/${step}.ts`)),
      element(
        'pre',
        { tabindex: 0, role: 'group', 'aria-label': label },
        element('code', {}, ...coloured(code[step])),
      ),
    );
  }
}

function coloured(code: string): (HTMLElement | string)[] {
  const parts: (HTMLElement | string)[] = [];
  let end = 0;
  for (const { 0: piece, index, groups = {} } of code.matchAll(PIECES)) {
    const [kind = ''] = Object.entries(groups).find(([, found]) => found) ?? [];
    parts.push(code.slice(end, index), element('span', { class: kind }, piece));
    end = index + piece.length;
  }
  return [...parts, code.slice(end)];
}
