/** What the rest of the server may use of the sync engine. */
export { startSync, type SyncOptions, type SyncWorker } from './scheduler.ts'
