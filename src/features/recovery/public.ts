/** What happens after a database was put back from a backup: accounts are read before they are written. */
export { declareRecovery } from './declare.ts'
export { declareRestoredFile, momentOf } from './restored-file.ts'
export { createReconciledGate } from './reconciled-gate.ts'
export { openAccountAnyway } from './reconcile-account.ts'
export { startRecovery } from './recovery-worker.ts'
export { recoveryReport } from './report.ts'
export { recoveryRoutes } from './routes.ts'
