/** Who fetches nights by himself, and what he has not fetched yet. */
export { lookAtDue, startReaderLooks, type Door } from './look.ts'
export { wakeReader, wantLook } from './look-queries.ts'
export { readerSummary } from './view.ts'
