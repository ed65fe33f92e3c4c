/** Accounts at systems and channels: connecting them, what is known of them, and the made-up ones of a sandbox. */
export { logoOrigin } from './connect/app-display.ts'
export { fixUrlOf, freshnessOf } from './connections/accounts.ts'
export { type CutOff, cutOff, endWebhooks } from './connections/cut-off.ts'
export { migrationCapabilities } from './connections/migration-capabilities.ts'
export { knownConnector } from './connections/providers.ts'
export { type ConnectionRow, connectionById, connectionsOf } from './connections/queries.ts'
export { holdClaims, resume } from './connections/resume.ts'
export { seedSandbox } from './sandbox/seed-sandbox.ts'
