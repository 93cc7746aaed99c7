import { existsSync } from 'node:fs';
import { chromium } from './chromium.js';
import type { Engine } from './engine.js';
import { firefox } from './firefox.js';
import { webkit } from './webkit.js';

const all: readonly Engine[] = [chromium, firefox, webkit];

/** The engines of a choice such as `firefox,webkit`; of an empty one, all three. */
export function chosenEngines(choice: string): readonly Engine[] {
  if (!choice) return all;
  return choice.split(',').map((name) => {
    const engine = all.find((one) => one.name === name.trim());
    if (!engine)
      throw new Error(`\`ENGINE\` must be of ${all.map((one) => one.name).join(', ')}; got ${name}`);
    return engine;
  });
}

/** Whether all programs of an engine are on this machine. */
export function isInstalled({ programs }: Pick<Engine, 'programs'>): boolean {
  return programs.every((program) => existsSync(program));
}
