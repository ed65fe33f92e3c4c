/** Moving a portfolio to another system: report, rehearsal, cutover, watch and the way back; export and import. */
export { startMigrationWatches } from './watch/worker.ts'
export { eraseWaitingReferences } from './file-import/erase-guest-queries.ts'
