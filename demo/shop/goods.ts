import { items, type Item } from '../../src/emulator/seed/items.js';

export type { Item } from '../../src/emulator/seed/items.js';
export { pictureOf, tintOf } from '../../src/emulator/seed/pictures.js';

/** A part of the shop. */
export interface Category {
  /** Its address, without the slash. */
  path: string;
  name: string;
  /** What is said of it. */
  about: string;
}

/** What the shop sells: what the service's catalog has, and its messages speak of. */
export const goods: readonly Item[] = items;

/** The parts of the shop, in the order of its menu. */
export const categories: readonly Category[] = [
  { path: 'table', name: 'Table', about: 'Stoneware that is glazed by hand, for every day.' },
  { path: 'living', name: 'Living', about: 'Lamps, candles and plants for long evenings.' },
  { path: 'desk', name: 'Desk', about: 'Notebooks that lie flat, and stay together.' },
  { path: 'wear', name: 'Wear', about: 'Merino scarves, knitted in one piece.' },
  { path: 'pantry', name: 'Pantry', about: 'Loose leaves in tins that close tightly.' },
];

/** Something of the shop, by its id. */
export const itemBy = (id: string): Item | undefined => goods.find((item) => item.id === id);

/** The same thing in other colours. */
export const shadesOf = ({ kind }: Item): Item[] => goods.filter((item) => item.kind === kind);

/** The name of an item's colour. */
export const shadeName = ({ name }: Item): string => name.split(' ')[0] ?? name;
