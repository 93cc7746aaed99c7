/** Says how far a pull is, and what it leaves out. */
export type Tell = (line: string) => void;
