/** What an item is, which decides how it is drawn. */
export type ItemKind = 'bowl' | 'candle' | 'lamp' | 'mug' | 'notebook' | 'plant' | 'scarf' | 'tea';

/** Something the shop sells. */
export interface Item {
  id: string;
  name: string;
  kind: ItemKind;
  category: string;
  price: number;
  description: string;
  /** The colour it is drawn in, such as `#3f7d5b`. */
  color: string;
  /** How many stars of 5 customers give it. */
  rating: number;
  inStock: boolean;
}

interface Family {
  kind: ItemKind;
  category: string;
  noun: string;
  price: number;
  description: string;
}

const families: Family[] = [
  {
    kind: 'mug',
    category: 'Table',
    noun: 'mug',
    price: 14.5,
    description: 'Stoneware, glazed by hand, for a good half pint.',
  },
  {
    kind: 'bowl',
    category: 'Table',
    noun: 'bowl',
    price: 22,
    description: 'Wide and deep, for soup or for the whole salad.',
  },
  {
    kind: 'lamp',
    category: 'Living',
    noun: 'lamp',
    price: 89,
    description: 'A linen shade on turned ash, with a warm bulb.',
  },
  {
    kind: 'candle',
    category: 'Living',
    noun: 'candle',
    price: 18.9,
    description: 'Rapeseed wax that burns for forty hours.',
  },
  {
    kind: 'plant',
    category: 'Living',
    noun: 'plant',
    price: 27.5,
    description: 'Forgives a week without water. In a clay pot.',
  },
  {
    kind: 'notebook',
    category: 'Desk',
    noun: 'notebook',
    price: 12.9,
    description: 'Lies flat, 160 dotted pages, bound with thread.',
  },
  {
    kind: 'scarf',
    category: 'Wear',
    noun: 'scarf',
    price: 49,
    description: 'Merino wool, knitted in one piece, two metres long.',
  },
  {
    kind: 'tea',
    category: 'Pantry',
    noun: 'tea',
    price: 9.9,
    description: 'Loose leaves in a tin that closes tightly.',
  },
];

const shades = [
  { name: 'Moss', color: '#4f7a52' },
  { name: 'Clay', color: '#b5603c' },
  { name: 'Harbour', color: '#2f6690' },
  { name: 'Honey', color: '#d39a2d' },
  { name: 'Plum', color: '#7b4b94' },
];

/** All that the shop sells: 40 items. */
export const items: readonly Item[] = families.flatMap((family, row) =>
  shades.map(({ name, color }, column) => ({
    id: `${family.kind}-${name.toLowerCase()}`,
    name: `${name} ${family.noun}`,
    kind: family.kind,
    category: family.category,
    price: Math.round((family.price + column * 0.5 * (row % 3)) * 100) / 100,
    description: family.description,
    color,
    rating: 3.6 + ((row * 7 + column * 3) % 14) / 10,
    inStock: (row * 5 + column) % 11 !== 7,
  })),
);
