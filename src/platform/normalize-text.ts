/** Normalizes a text for comparison: systems differ in blanks, line ends and Unicode composition. */
export const normalizeText = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
