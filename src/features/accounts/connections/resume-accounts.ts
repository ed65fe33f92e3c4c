/** Reconnects accounts whose access was retained; reading goes on where it stopped. */
import { appendEvents, openWrite, type NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { accountCreated } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { wakeConnection } from '../../sync/public.ts'
import { reclaimAccount, lockClaims } from './claim-account.ts'
import { findConnector } from './find-connector.ts'
import { connectedAccount, connectionById } from './queries.ts'
import { inboundStateAfter } from './store-connection.ts'
import { resumeConnection, lockConnection } from '../../../upstream/connections/access-queries.ts'
import type { RetainedAccess } from '../../../upstream/connections/access-queries.ts'

/** Must run before any row lock that others wait for. */
export async function lockRetainedClaims(
  { connectors }: Pick<Services, 'connectors'>,
  tx: Queryable,
  scope: Scope,
  accounts: readonly { id: string; provider: string }[],
): Promise<void> {
  const claims = []
  for (const { id, provider } of accounts) {
    const [connector, known] = [connectors[provider], await connectionById(tx, scope, id)]
    if (connector && known) claims.push({ connector, externalAccountId: known.external_account_id })
  }
  await lockClaims(tx, claims)
}

/**
 * Takes accounts in id order; the caller holds their claims. No vendor is called: a lost access shows when it is used.
 * Throws where another workspace connected an exclusive account meanwhile.
 */
export async function resumeAccounts(
  services: Pick<Services, 'connectors'>,
  tx: Queryable,
  scope: Scope,
  accounts: readonly (RetainedAccess & { provider: string })[],
  at: Date,
): Promise<void> {
  for (const { connectionId, provider } of accounts) {
    const known = await connectionById(tx, scope, connectionId)
    if (known) await reclaimAccount(tx, scope, findConnector(services, provider), known.external_account_id)
  }
  for (const account of accounts) {
    const { connectionId, provider } = account
    const before = await lockConnection(tx, scope, connectionId)
    if (!before) throw new Error(`connection ${connectionId} is gone`)
    const inbound = inboundStateAfter(findConnector(services, provider), before)
    await resumeConnection(tx, scope, account, { inbound, at })
    await wakeConnection(tx, scope, connectionId, at)
  }
  const events: NewEvent[] = []
  for (const { connectionId } of accounts)
    events.push(accountCreated(await connectedAccount(tx, scope, connectionId, at)))
  await appendEvents(await openWrite(tx, scope, at), events)
}
