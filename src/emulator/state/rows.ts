import { Heap } from './heap.js';

/** A row as it was set: where it stands in the order of a field. */
interface Entry<Key, Row> {
  key: Key;
  row: Row;
  value: number;
  /** Of two with the same value, the one that was set first comes first. */
  number: number;
}

/** Who is told what becomes of rows. */
export interface RowsWatcher<Row> {
  /** A row came, or took the place of another. */
  came(row: Row): void;
  /** A row left, or was replaced; none says that all left. */
  left(row?: Row): void;
}

/**
 * Rows by key, which are found by the value of a field too, without a look at all of them.
 *
 * To give such a field another value, delete the row, change it and set it again.
 */
export class Rows<Key, Row> extends Map<Key, Row> {
  /** For each field that rows were looked for by: the rows of each value, in the order they came. */
  readonly #groups = new Map<keyof Row, Map<unknown, Map<Key, Row>>>();

  /** For each field that the lowest was asked of: its rows in order, and some that have left since. */
  readonly #orders = new Map<keyof Row, Heap<Entry<Key, Row>>>();
  #count = 0;
  #watcher: RowsWatcher<Row> | undefined;

  /** Has one watcher told of what comes and leaves from now on. */
  watch(watcher: RowsWatcher<Row>): void {
    this.#watcher = watcher;
  }

  /** The row whose field has the lowest number; of several, the one that was set first. */
  lowest(field: keyof Row): Row | undefined {
    const known = this.#orders.get(field);
    const order = known && known.size <= 2 * this.size + 64 ? known : this.#orderBy(field);
    for (let entry = order.first(); entry; entry = order.first()) {
      const { key, row, value } = entry;
      if (this.get(key) === row && row[field] === value) return row;
      order.removeFirst();
    }
    return undefined;
  }

  /** The rows whose field has a value, in the order they were set. */
  where<Field extends keyof Row>(field: Field, value: Row[Field]): Row[] {
    const groups = this.#groups.get(field) ?? this.#groupBy(field);
    return [...(groups.get(value)?.values() ?? [])];
  }

  override set(key: Key, row: Row): this {
    if (this.has(key)) {
      this.#leaveGroups(key, (field, value) => row[field] === value);
      this.#watcher?.left(this.get(key));
    }
    for (const [field, groups] of this.#groups) join(groups, row[field], [key, row]);
    for (const [field, order] of this.#orders) order.add(this.#entryOf(field, key, row));
    super.set(key, row);
    this.#watcher?.came(row);
    return this;
  }

  override delete(key: Key): boolean {
    if (!this.has(key)) return false;
    this.#leaveGroups(key);
    this.#watcher?.left(this.get(key));
    return super.delete(key);
  }

  override clear(): void {
    this.#groups.clear();
    this.#orders.clear();
    this.#watcher?.left();
    super.clear();
  }

  #groupBy(field: keyof Row): Map<unknown, Map<Key, Row>> {
    const groups = new Map<unknown, Map<Key, Row>>();
    for (const [key, row] of this) join(groups, row[field], [key, row]);
    this.#groups.set(field, groups);
    return groups;
  }

  #orderBy(field: keyof Row): Heap<Entry<Key, Row>> {
    const order = new Heap<Entry<Key, Row>>((a, b) => a.value - b.value || a.number - b.number);
    for (const [key, row] of this) order.add(this.#entryOf(field, key, row));
    this.#orders.set(field, order);
    return order;
  }

  #entryOf(field: keyof Row, key: Key, row: Row): Entry<Key, Row> {
    return { key, row, value: Number(row[field]), number: (this.#count += 1) };
  }

  /** Takes a row out of its groups, but for those that are still its own, where it keeps its place. */
  #leaveGroups(key: Key, isStillOwn: (field: keyof Row, value: unknown) => boolean = () => false): void {
    const row = this.get(key) as Row;
    for (const [field, groups] of this.#groups) {
      if (!isStillOwn(field, row[field])) groups.get(row[field])?.delete(key);
    }
  }
}

function join<Key, Row>(
  groups: Map<unknown, Map<Key, Row>>,
  value: unknown,
  [key, row]: [key: Key, row: Row],
): void {
  const group = groups.get(value) ?? new Map<Key, Row>();
  groups.set(value, group.set(key, row));
}
