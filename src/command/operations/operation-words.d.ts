/** What the contract says of a field that an operation takes. */
export interface Field {
  name: string;
  is: 'text' | 'moment' | 'integer' | 'number' | 'boolean' | 'json';
  /** Whether it is a list of these. */
  isMany?: true;
  isRequired?: true;
  /** The only texts that it may be. */
  choices?: string[];
  /** The names of what is in it, where it is an object. */
  holds?: string[];
}

/** What is said of an operation. */
export interface Words {
  /** What it does. */
  sentence: string;
  /** The types of key that it takes. */
  keys: string[];
  fields: Field[];
}

/** What is said of each operation, by its route: read from the contract and the sources when the command is built. */
export const WORDS: Readonly<Record<string, Words>>;
