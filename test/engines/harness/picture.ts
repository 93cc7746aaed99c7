import { join } from 'node:path';
import type { Page } from './engine.js';
import { isAllMet } from './share.js';

const PICTURES = join(import.meta.dirname, '../../../build/pictures');

/** Takes a picture for people to look at, into `build/pictures/`, where every engine meets all; elsewhere nobody looks. */
export async function picture(page: Page, name: string): Promise<void> {
  if (isAllMet()) await page.screenshot(join(PICTURES, `${name}.png`));
}
