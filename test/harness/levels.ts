/**
 * Decides which files `npm test` runs when none is named: those that tell most for their time. `npm run test:all` and CI
 * run every file.
 */
import path from 'node:path'

/** Loops over all routes, parameters and answers find what a change forgot, whatever they use. */
const always = path.join('test', 'cross-cutting', path.sep)

/** Files that use less than a second of a processor are not written down, and neither is one that nobody measured. */
export const isQuick = (file: string, seconds: Readonly<Record<string, number>>): boolean =>
  file.startsWith(always) || seconds[file] === undefined
