/** Items of which the first in their order is known at any time, at little cost for each that comes or goes. */
export class Heap<Item> {
  /** Each item stands after the one at half its place, and so the first of all at the start. */
  readonly #items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    let place = this.#items.push(item) - 1;
    for (let above = aboveOf(place); place > 0 && this.#isBefore(place, above); above = aboveOf(place)) {
      this.#swap(place, above);
      place = above;
    }
  }

  removeFirst(): void {
    this.#swap(0, this.#items.length - 1);
    this.#items.pop();
    for (let place = 0, next = this.#firstOf(place); next !== place; next = this.#firstOf(place)) {
      this.#swap(place, next);
      place = next;
    }
  }

  /** Which of an item and the two below it comes first. */
  #firstOf(place: number): number {
    let first = place;
    for (const below of [2 * place + 1, 2 * place + 2]) {
      if (below < this.#items.length && this.#isBefore(below, first)) first = below;
    }
    return first;
  }

  #isBefore(a: number, b: number): boolean {
    return this.#compare(this.#items[a] as Item, this.#items[b] as Item) < 0;
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    [items[a], items[b]] = [items[b] as Item, items[a] as Item];
  }
}

const aboveOf = (place: number) => (place - 1) >> 1;
