/** Text as two systems show the same one: they differ in blanks, line ends and how letters are composed. */
export const evenText = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
