/** What lapses because time passes. */
export { startLapses } from './lapses.ts'
export { startSettling } from './settle.ts'
