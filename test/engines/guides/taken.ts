import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Size } from '../harness/engine.js';
import type { SetScene } from '../harness/harness.js';
import { isAllMet } from '../harness/share.js';

const ROOT = join(import.meta.dirname, '../../..');

/** Where the guides are. */
export const GUIDES = join(ROOT, 'docs');

/** A deep run takes the pictures of the guides anew; any other looks whether they can be taken. */
export const FOLDER = isAllMet() ? GUIDES : join(ROOT, 'build/pictures');

/** Dots to a pixel: as sharp as a page of the guides shows them, and no larger. */
const DENSITY = 1.5;

/** As wide as the text of a guide, nearly, so that words stay words on a phone. */
export const WIDE = 680;

/** Half of that, less the space between two. */
export const HALF = 312;

/** Gives a page the size in which it is taken. */
export const sized = (page: Page, size: Size) => page.resize({ density: DENSITY, ...size });

/** A part of a picture: a page as its visitor has it. */
export interface Part extends Size {
  /** As an address that needs no server. */
  url: string;
}

/** Takes a page as a part of a picture. */
export async function part(page: Page, name: string, size: Size): Promise<Part> {
  const file = join(ROOT, 'build/pictures/parts', `${name}.png`);
  await sized(page, size);
  await page.waitUntil(drawn);
  await page.screenshot(file);
  return { ...size, url: `data:image/png;base64,${readFileSync(file, 'base64')}` };
}

/** A page that shows parts beside each other, as many as there is room for, as screens on a table. */
export async function together(setScene: SetScene, parts: Part[], height: number): Promise<Page> {
  const screens = parts.map(({ url, width }) => `<img src="${url}" width="${width}" alt="">`);
  const html = `<title>Screens</title><style>
    body { display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: 16px; margin: 20px 0; background: #e7e1d4 }
    img { display: block; border-radius: 14px; box-shadow: 0 1px 2px #0003, 0 8px 24px #0002 }
  </style>${screens.join('')}`;
  const { open } = await setScene({ pages: { '/': html } });
  const page = await open();
  await sized(page, { width: WIDE, height });
  await page.waitUntil(drawn);
  return page;
}

/** Whether all pictures of a page are there and nothing moves on it. It runs in the page. */
export async function drawn(): Promise<boolean> {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode()));
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  return document.getAnimations().every(({ playState }) => playState !== 'running');
}

/**
 * How far two pictures differ, from 0 to 1, as someone sees who looks from afar: of words no more than that there are some.
 * Those that are not of one shape differ wholly.
 */
export async function difference(page: Page, before: string, after: string): Promise<number> {
  const urls = [before, after].map((file) => `data:image/webp;base64,${readFileSync(file, 'base64')}`);
  return page.evaluate(differenceOf, urls);
}

/** It runs in a page. */
async function differenceOf(urls: string[]): Promise<number> {
  const images = urls.map((src) => Object.assign(new Image(), { src }));
  await Promise.all(images.map((image) => image.decode()));
  const [shape, other] = images.map(({ width, height }) => `${width} × ${height}`);
  if (shape !== other) return 1;
  const [before, after] = images.map((image) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 });
    const context = canvas.getContext('2d');
    if (context) context.imageSmoothingQuality = 'high';
    context?.drawImage(image, 0, 0, 32, 32);
    return [...(context?.getImageData(0, 0, 32, 32).data ?? [])];
  });
  const apart = before?.map((dot, index) => Math.abs(dot - (after?.[index] ?? 0))) ?? [];
  return apart.reduce((sum, one) => sum + one, 0) / apart.length / 255;
}
