/** What the rest of the server may use of migrations. */
export { startMigrationWatches } from './watch/worker.ts'
