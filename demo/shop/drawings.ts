import { goods, pictureOf } from './goods.js';

/** An item's own drawing, without the ground behind it. */
function cutOut(id: string, place: string): string {
  const item = goods.find((one) => one.id === id);
  if (!item) return '';
  const drawing = pictureOf(item)
    .replace(/<title>.*<\/title>/, '')
    .replace(/<path d="M0 0h320v320H0z"[^>]*>/, '')
    .replace('<svg ', `<svg ${place} `);
  // Each has a style and colours of its own by the same names.
  return drawing
    .replace(/class="([a-z]+)"/g, `class="${id}-$1"`)
    .replace(/(?<=[},> ])\.([a-z]+)(?=[{, ])/g, `.${id}-$1`)
    .replace(/(id="|url\(#)(light|shadow)/g, `$1${id}-$2`);
}

const open = (size: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">`;

/** Drawings that are not of one item, as SVG, by name. */
export const drawings: Record<string, string> = {
  mark: `${open('32 32')}<circle cx="16" cy="16" r="16" fill="#2f5d50"/><path d="M7 19q4.5-4 9 0t9 0" fill="none" stroke="#f3e9d8" stroke-width="2.4" stroke-linecap="round"/><path d="M16 15c-5-1-6-5-5-8 4 1 6 4 5 8zm0 0c4 0 6-3 5-6-3 1-5 3-5 6z" fill="#f3e9d8"/></svg>`,
  hero: [
    open('640 520'),
    '<defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f6e7cf"/><stop offset="1" stop-color="#efd3ad"/></linearGradient>',
    '<radialGradient id="glow" cx="0.5" cy="0.5" r="0.5"><stop offset="0" stop-color="#fff3cf" stop-opacity="0.95"/><stop offset="1" stop-color="#fff3cf" stop-opacity="0"/></radialGradient></defs>',
    '<path d="M0 0h640v520H0z" fill="url(#wall)"/>',
    '<circle cx="216" cy="230" r="240" fill="url(#glow)"/>',
    '<g transform="translate(-44 10)"><path d="M404 36h172v214H404z" fill="#3d5a73"/>',
    '<circle cx="536" cy="84" r="18" fill="#f7edd0"/><path d="M410 244v-46q22-26 44-8 20-30 52-2 26-16 64 12v44z" fill="#24394b"/><path d="M404 36h172v214H404z" fill="none" stroke="#fbf4e6" stroke-width="12"/><path d="M490 36v214M404 143h172" stroke="#fbf4e6" stroke-width="8"/></g>',
    '<path d="M0 408h640v112H0z" fill="#8a5a3b"/><path d="M0 408h640v14H0z" fill="#a2704b"/>',
    cutOut('lamp-honey', 'x="56" y="168" width="320" height="320"'),
    cutOut('bowl-clay', 'x="306" y="290" width="186" height="186"'),
    cutOut('mug-harbour', 'x="216" y="322" width="146" height="146"'),
    cutOut('plant-moss', 'x="416" y="246" width="228" height="228"'),
    '</svg>',
  ].join(''),
  parcel: `${open('240 200')}<ellipse cx="120" cy="182" rx="86" ry="10" fill="#000" opacity=".14"/><path d="M36 72l84-30 84 30v84l-84 30-84-30z" fill="#c99a66"/><path d="M120 102l84-30v84l-84 30z" fill="#b5844f"/><path d="M36 72l84 30 84-30-84-30z" fill="#dcb283"/><path d="M78 57l84 30v34l-18-8v-20L60 63z" fill="#2f5d50"/><path d="M120 42c-10-22-34-26-38-12s16 18 38 12zm0 0c10-22 34-26 38-12s-16 18-38 12z" fill="none" stroke="#2f5d50" stroke-width="6"/></svg>`,
};
