/** One of the words known today, or one the service adds tomorrow. */
export type Open<Word extends string> = Word | (string & {});
