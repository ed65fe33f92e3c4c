/**
 * Decides which files `npm test` runs when none is named: those that tell most for their time. `npm run test:all` and CI
 * run every file.
 */
import path from 'node:path'

/** Seconds of processor that a quick file uses at most. One that nothing is written down of is quick. */
const mostSeconds = 1
/** Loops over all routes, parameters and answers find what a change forgot, whatever they use. */
const always = path.join('test', 'cross-cutting', path.sep)

export const isQuick = (file: string, seconds: Readonly<Record<string, number>>): boolean =>
  file.startsWith(always) || (seconds[file] ?? 0) <= mostSeconds
