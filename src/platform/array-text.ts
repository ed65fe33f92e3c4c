/**
 * Values as the text of a PostgreSQL array, of kinds whose own text needs no quotes: ids, numbers, booleans, moments as ISO texts. The
 * driver looks into every value for what needs them, which takes five times as long; lists of free texts are left to it.
 */
export const arrayText = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`
