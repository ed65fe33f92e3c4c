/** Workspaces, who may enter them, and what their plans allow. */
export { createAccountGate } from './account-gate/account-gate.ts'
export { updateAllLooksDue } from './billing/queries.ts'
export { billingRoutes } from './billing/routes.ts'
export { startBilling } from './billing/worker.ts'
export {
  accessTokenSeconds,
  endAgentSession,
  exchangeAgentSecret,
  openAgentSession,
} from './members/agent-sessions.ts'
export { consoleUrlAtStart } from './members/console-url.ts'
export { linkSealContext } from './members/links.ts'
export { startMails } from './members/mailer.ts'
export { createRecordVersions, createVersionGathering } from './record-versions/record-versions.ts'
export { readAiQuota } from './usage/ai-quota.ts'
export { type Meter, createMeter } from './usage/meter.ts'
export { addAiUse } from './usage/queries.ts'
export { toUtcDay } from './usage/rules.ts'
export { startUsage } from './usage/start-usage.ts'
export { insertChildWorkspace, parentWorkspace } from './workspaces/child-queries.ts'
export { assertTakesAccounts } from './workspaces/assert-not-ended.ts'
export { insertModelUse } from './usage/model-use-queries.ts'
export { updateMigrationEnd, updateCutoverUndone } from './workspaces/migration-end-queries.ts'
export { dropOpenMails } from './members/drop-mails-queries.ts'
