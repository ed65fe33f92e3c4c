/** Makes texts of guests and servers harmless for a terminal, which carries out control characters. */
import { stripVTControlCharacters } from 'node:util'

/** These reorder what stands around them, so that one text can pass for another. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
// oxlint-disable-next-line no-control-regex
const controlsInLine = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g

/** Returns one line. */
export const plainLine = (text: string): string =>
  stripVTControlCharacters(text).replace(direction, '').replace(controls, ' ').trim()

/** Keeps line breaks. */
export const plainText = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(direction, '')
    .replace(controlsInLine, ' ')
    .trim()

/** JSON leaves DEL and C1 characters as they are; a terminal carries some of them out. */
export const terminalSafeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
