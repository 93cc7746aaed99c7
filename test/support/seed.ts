/** Where chance starts: the same in every run, unless `SEED` names another. A property that fails tells it. */
export const seed = Number(process.env['SEED'] ?? 1);
