/** Counts code points, as JSON Schema and PostgreSQL count characters. */
export const charactersIn = (text: string): number => Array.from(text).length
