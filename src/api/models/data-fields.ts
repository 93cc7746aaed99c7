/** Fields of your own, by name: anything JSON can hold. */
export type DataFields = Record<string, unknown>;
