/** Taking back an end: accounts whose access was kept are read on from where they were. */
import { appendEvents, openWrite, type NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { accountCreated } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { wakeConnection } from '../../sync/public.ts'
import { reclaimAccount, lockClaims } from './claim-account.ts'
import { findConnector } from './find-connector.ts'
import { connectedAccount, connectionById, lockConnection } from './queries.ts'
import { resumeConnection, type RetainedAccess } from './resume-queries.ts'
import { inboundStateAfter } from './store-connection.ts'

/** Before any row that others wait for: whoever connects one of them takes it before those too. */
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
 * In the order of their ids, as everybody takes them, by whoever holds their claims. Nobody is called: whether the access still
 * holds is seen when it is used. Throws where another workspace has connected one meanwhile that only one may have.
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
