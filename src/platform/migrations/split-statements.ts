/**
 * Splits SQL at the semicolons that end statements: not those in quotes, dollar quotes and comments. `begin atomic` bodies of functions
 * are not read; write them between dollars. Pure.
 */

/** Each alternative is one piece of SQL that hides its semicolons; the last ends a statement. */
const pieces = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\1\$|(;)/g

export function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(pieces)].filter(([, , end]) => end !== undefined).map(({ index }) => index)
  const starts = [0, ...ends.map((end) => end + 1)]
  return starts
    .map((start, at) => sql.slice(start, ends[at] ?? sql.length).trim())
    .filter((text) => text.replaceAll(/--[^\n]*/g, '').trim() !== '')
}
