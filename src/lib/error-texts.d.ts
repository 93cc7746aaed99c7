/** The texts of the errors that visitors load as codes; the build makes this module of the sources. Values stand in them as `%s`. */
export const TEXTS: readonly string[];
