/** Makes a LIKE pattern that finds the text anywhere, with its wildcards escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`
