/** How long a text is where a limit counts characters: in code points, as JSON Schema and PostgreSQL count them. */
export const charactersIn = (text: string): number => Array.from(text).length
