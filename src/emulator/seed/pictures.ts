import type { Item, ItemKind } from './items.js';

/** What stands in front of an item's background; `c` is its colour, and the class `d` a darker one. */
const drawings: Record<ItemKind, string> = {
  mug: '<path d="M96 104h112v92a28 28 0 0 1-28 28h-56a28 28 0 0 1-28-28z" class="c"/><path d="M208 124h14a26 26 0 0 1 0 60h-14" class="s"/><ellipse cx="152" cy="104" rx="56" ry="13" class="d"/><path d="M130 80q-10-12 0-24t0-24M166 80q-10-12 0-24t0-24" class="w"/>',
  bowl: '<path d="M60 136h200a100 92 0 0 1-72 88h-56a100 92 0 0 1-72-88z" class="c"/><ellipse cx="160" cy="136" rx="100" ry="22" class="d"/><path d="M128 224h64l6 14h-76z" class="d"/>',
  lamp: '<path d="M116 64h88l36 92H80z" class="c"/><path d="M153 178h14v62h-14z" class="d"/><path d="M112 240h96v14h-96z" class="d"/><ellipse cx="160" cy="166" rx="74" ry="14" fill="#ffe9a8"/>',
  candle:
    '<path d="M112 132h96v104a12 12 0 0 1-12 12h-72a12 12 0 0 1-12-12z" class="c"/><ellipse cx="160" cy="132" rx="48" ry="13" class="d"/><path d="M158 112h4v20h-4z" fill="#333"/><path d="M160 62c18 26 18 50 0 54-18-4-18-28 0-54z" fill="#f6b73c"/><path d="M160 86c8 12 8 24 0 27-8-3-8-15 0-27z" fill="#fff3c9"/><path d="M128 172h64v40h-64z" fill="#fff" opacity=".75"/>',
  plant:
    '<path d="M112 188h96l-14 64h-68z" class="d"/><path d="M104 176h112v18H104z" class="d"/><path d="M160 178C96 168 84 120 92 88c46 8 66 40 68 90z" class="c"/><path d="M160 178c64-10 76-58 68-90-46 8-66 40-68 90z" class="c"/><path d="M160 180c-28-44-24-92 0-120 24 28 28 76 0 120z" class="c" opacity=".8"/><path d="M160 178V84" class="w"/>',
  notebook:
    '<path d="M100 66h112a12 12 0 0 1 12 12v164a12 12 0 0 1-12 12H100z" class="c"/><path d="M100 66h24v188h-24z" class="d"/><path d="M144 104h60v36h-60z" fill="#fff" opacity=".85"/><path d="M152 116h44M152 128h28" stroke="#555" stroke-width="4"/>',
  scarf:
    '<path d="M96 96q64-44 128 0v44q-64 40-128 0z" class="c"/><path d="M176 140l44-4 14 104-46 8z" class="c"/><path d="M176 140l44-4 4 26-44 6zM186 208l44-6 3 22-44 6z" class="d"/><path d="M96 108q64 44 128 0" class="w"/><path d="M190 248l2 16m12-18 2 16m12-18 2 16" class="s" stroke-width="5"/>',
  tea: '<path d="M104 100h112v140a12 12 0 0 1-12 12h-88a12 12 0 0 1-12-12z" class="c"/><path d="M98 78h124v26H98z" class="d"/><path d="M124 140h72v72h-72z" fill="#fff" opacity=".85"/><path d="M160 202c-28-12-26-38 0-52 26 14 28 40 0 52z" class="c"/><path d="M160 204v-40" class="w" stroke-width="4"/>',
};

/** The picture of an item, as SVG. */
export function pictureOf({ kind, color, name }: Pick<Item, 'color' | 'kind' | 'name'>): string {
  const dark = shaded(color, 0.72);
  const drawing = drawings[kind];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" role="img"><title>${name}</title>`,
    `<style>.c{fill:${color}}.d{fill:${dark}}.s{fill:none;stroke:${color};stroke-width:14}`,
    '.w{fill:none;stroke:#fff;stroke-width:6;stroke-linecap:round;opacity:.6}',
    '.light *{display:none}.light .c,.light .d{display:inline;fill:url(#light)}</style>',
    '<defs><linearGradient id="light"><stop stop-color="#fff" stop-opacity=".28"/>',
    '<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".22"/></linearGradient>',
    `<radialGradient id="shadow"><stop stop-color="${dark}" stop-opacity=".5"/>`,
    `<stop offset="1" stop-color="${dark}" stop-opacity="0"/></radialGradient></defs>`,
    `<path d="M0 0h320v320H0z" fill="${tintOf(color)}"/>`,
    '<ellipse cx="160" cy="252" rx="124" ry="20" fill="url(#shadow)"/>',
    `${drawing}<g class="light">${drawing}</g>`,
    '</svg>',
  ].join('');
}

/** The picture of an item as an address that needs no server. */
export function pictureAddress(item: Pick<Item, 'color' | 'kind' | 'name'>): string {
  return `data:image/svg+xml,${encodeURIComponent(pictureOf(item))}`;
}

/** The light colour behind an item. */
export function tintOf(color: string): string {
  return shaded(color, 1, 0.84);
}

/** A colour made darker, then mixed with white. */
function shaded(color: string, light: number, white = 0): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  const mixed = parts.map((part) => Math.round(part * light * (1 - white) + 255 * white));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
