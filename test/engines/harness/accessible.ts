import axe, { type NodeResult, type Result } from 'axe-core';
import type { Frame } from './engine.js';

/**
 * What axe finds wrong with a page as it is now, one line for each element: the rule, where, and why. Frames inside
 * are left out; ask for each by itself.
 *
 * @example
 * ```ts
 * expect(await violationsOf(page)).toEqual([]);
 * ```
 */
export async function violationsOf(page: Frame): Promise<string[]> {
  // An expression works under any policy, where a script element would not.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`(() => { ${axe.source} })()`);
  const violations = await page.evaluate<Result[]>(`(async () => {
    const options = { iframes: false, preload: false, resultTypes: ['violations'] };
    return (await axe.run(document, options)).violations;
  })()`);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact ?? 'minor'}): ${placeOf(node)}: ${reasonOf(node)}`),
  );
}

function placeOf({ target }: NodeResult): string {
  return target.map((step) => (typeof step === 'string' ? step : step.join(' '))).join(' > ');
}

function reasonOf({ any, all, none }: NodeResult): string {
  return [...any, ...all, ...none].map(({ message }) => message).join('; ');
}
