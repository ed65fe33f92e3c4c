/** Accounts at PMSs and channels: connecting them, their state, and the sandbox's fixtures. */
export { logoOrigin } from './connect/app-display.ts'
export { createFixUrl, accountsFreshness } from './connections/accounts-freshness.ts'
export { type EndedAccount, endAccounts, endWebhooks } from './connections/end-accounts.ts'
export { migrationCapabilities } from './connections/migration-capabilities.ts'
export { findConnector } from './connections/find-connector.ts'
export { type ConnectionRow, connectionById, connectionsOf } from './connections/queries.ts'
export { lockRetainedClaims, resumeAccounts } from './connections/resume-accounts.ts'
export { seedSandbox } from './sandbox/seed-sandbox.ts'
