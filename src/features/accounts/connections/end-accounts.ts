/** Ends accounts for good: secrets are wiped, records stay as they are, listings stay readable. */
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { accountDisconnected } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { endSync, stoppedImports } from '../../sync/public.ts'
import { endWebhook } from './disconnect.ts'
import { isConnected } from './map-connection.ts'
import { findConnector } from './find-connector.ts'
import { connectedAccount } from './queries.ts'
import { closeConnection, lockConnection } from '../../../upstream/connections/access-queries.ts'
import type { LockedConnection } from '../../../upstream/connections/access-queries.ts'

export interface EndedAccount {
  provider: string
  before: LockedConnection
}

/** Answers the accounts that were connected. */
export async function endAccounts(
  tx: Queryable,
  scope: Scope,
  accounts: readonly { id: string; provider: string }[],
  at: Date,
): Promise<EndedAccount[]> {
  const ended: (EndedAccount & { stopped: Awaited<ReturnType<typeof endSync>> })[] = []
  for (const { id, provider } of accounts) {
    const before = await lockConnection(tx, scope, id)
    if (before && isConnected(before))
      ended.push({ provider, before, stopped: await endSync(tx, scope, id, at) })
  }
  if (ended.length === 0) return []
  const write = await openWrite(tx, scope, at)
  for (const { before, stopped } of ended) {
    await closeConnection(tx, scope, before.id, { deactivated: [], at })
    const account = await connectedAccount(tx, scope, before.id, at)
    await appendEvents(write, [
      ...(await stoppedImports(tx, scope, before.id, stopped, at)),
      accountDisconnected({ ...account, reason: 'manual_disconnect' }),
    ])
  }
  return ended
}

/** Asks the vendors to send nothing more; called after the commit. */
export async function endWebhooks(
  services: Services,
  scope: Scope,
  ended: readonly EndedAccount[],
): Promise<void> {
  for (const { provider, before } of ended)
    await endWebhook(services, scope, findConnector(services, provider), before)
}
