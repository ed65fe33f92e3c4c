/** Counts code points, as JSON Schema and PostgreSQL count characters. */
export const countCharacters = (text: string): number => Array.from(text).length
