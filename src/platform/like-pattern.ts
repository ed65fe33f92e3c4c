/** A LIKE pattern that finds the text anywhere, with nothing in it acting as a wildcard. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`
