import { readFile } from 'node:fs/promises';
import { STEPS, type Step } from './wire.js';

/** The code that the server runs at each step, as it stands in its file, without what it imports. */
export async function codeOfSteps(): Promise<Record<Step, string>> {
  const codes = STEPS.map(async (step) => {
    const text = await readFile(`demo/admin/steps/${step}.ts`, 'utf8');
    return [step, text.replace(/^import [^;]*;\n+/gm, '').trim()] as const;
  });
  return Object.fromEntries(await Promise.all(codes)) as Record<Step, string>;
}
