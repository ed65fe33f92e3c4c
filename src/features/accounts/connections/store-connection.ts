/** Stores an account whose credentials the provider accepted. */
import type { Static, TSchema } from 'typebox'
import { defaultWritePolicy } from '../../../connector-kit/capabilities.ts'
import type { AccountInfo } from '../../../connector-kit/account-info.ts'
import type { Connector } from '../../../connector-kit/connector.ts'
import type { AccessType } from '../../../contract/connect-session.ts'
import type { CredentialsBody, WritePolicy } from '../../../contract/connection.ts'
import { appendEvents, openWrite, type NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { accountCreated } from '../../../records/events.ts'
import { settleAccount } from '../../../records/reservations/twins/settle.ts'
import { listingActivityEvents } from '../../../records/listings/events.ts'
import type { Services } from '../../../services.ts'
import { wakeLinksOf } from '../../../records/selling/public.ts'
import { assertTakesAccounts } from '../../tenancy/public.ts'
import { restartSync, wakeConnection } from '../../sync/public.ts'
import { accessTypeOf } from '../../../upstream/granted.ts'
import { vaultContext } from '../../../upstream/session.ts'
import { claimAccount } from './claim-account.ts'
import { connectedAccount } from './queries.ts'
import { boundConnection } from './same-account.ts'
import { isByHand } from './vendor-webhook.ts'
import { reactivateListings } from '../../../records/listings/switch-listings-queries.ts'
import { activateConnection, lockOrInsertConnection } from '../../../upstream/connections/access-queries.ts'
import type { LockedConnection } from '../../../upstream/connections/access-queries.ts'
import { limitHistory } from '../../../upstream/connections/reading-queries.ts'

/** What a connect session adds to connecting. */
export interface SessionHook {
  /** The connection whose credentials are renewed; null: the account's own. */
  boundTo: string | null
  /** Runs in the transaction before anything is stored. Throws if the session has ended. */
  enter(tx: Queryable): Promise<void>
  /** Runs in the transaction once the account is stored. null: no event yet. */
  finish(
    tx: Queryable,
    account: { connectionId: string; externalAccountId: string },
  ): Promise<NewEvent | null>
}

export interface AcceptedCredentials {
  account: { externalAccountId: string; accountName: AccountInfo['accountName'] }
  session: string | null
  credentials: Static<TSchema>
  body: Pick<CredentialsBody, 'writePolicy' | 'reservationHistoryMonths'>
  door: SessionHook | null
}

export interface ConnectionStoreResult {
  id: string
  externalAccountId: string
  created: boolean
  writePolicy: WritePolicy
  /** The previous webhook registration, and whether it stays. */
  standing: unknown
  inbound: 'kept' | 'due'
}

/** The same account keeps its connection, whatever happened in between. */
export async function storeConnection(
  services: Services,
  tx: Queryable,
  scope: Scope,
  connector: Connector,
  { account, session, credentials, body, door }: AcceptedCredentials,
): Promise<ConnectionStoreResult> {
  await door?.enter(tx)
  await claimAccount(tx, scope, connector, account.externalAccountId)
  await assertTakesAccounts(tx, scope)
  const { vault, clock } = services
  const at = clock.now()
  const before = await lockConnectionFor(
    tx,
    scope,
    connector,
    account.externalAccountId,
    door?.boundTo ?? null,
    at,
  )
  const anew = before.created || before.status === 'disconnected'
  const writePolicy = mergePolicy(before.write_policy, body.writePolicy)
  const inbound = inboundStateAfter(connector, before)
  const granted = connector.consent?.grantedIn(credentials) ?? null
  const seal = (text: string) => vault.encrypt(text, vaultContext(scope, before.id))
  await activateConnection(tx, scope, before.id, {
    accountName: account.accountName,
    credentials: seal(JSON.stringify(credentials)),
    keyId: vault.keyId,
    session: session === null ? null : seal(session),
    writePolicy,
    anew,
    inbound,
    granted,
    at,
  })
  if (body.reservationHistoryMonths !== undefined)
    await limitHistory(tx, scope, before.id, { months: body.reservationHistoryMonths, at })
  if (anew) await restartSync(tx, scope, before.id, at)
  else await wakeConnection(tx, scope, before.id, at)
  await wakeLinksOf(tx, scope, before.id, at)
  await appendConnectionEvents(tx, scope, {
    before,
    anew,
    door,
    accessType: accessTypeOf(connector, granted),
    at,
  })
  return {
    id: before.id,
    externalAccountId: before.external_account_id,
    created: before.created,
    writePolicy,
    standing: before.inbound,
    inbound,
  }
}

async function lockConnectionFor(
  tx: Queryable,
  scope: Scope,
  { manifest }: Connector,
  externalAccountId: string,
  boundTo: string | null,
  at: Date,
): Promise<LockedConnection & { created: boolean }> {
  if (boundTo !== null) return { ...(await boundConnection(tx, scope, boundTo)), created: false }
  const writePolicy = defaultWritePolicy(manifest)
  return lockOrInsertConnection(tx, scope, { provider: manifest.id, externalAccountId, writePolicy, at })
}

/**
 * A registration stays while it stands. An account that had refused access may have dropped it, so it is due; an
 * address entered by a person stays.
 */
export function inboundStateAfter(connector: Connector, before: LockedConnection): 'kept' | 'due' {
  if (!connector.operations.inbound || isByHand(connector)) return 'kept'
  return before.inbound !== null && before.status === 'active' ? 'kept' : 'due'
}

interface ConnectionNews {
  before: LockedConnection & { created: boolean }
  anew: boolean
  door: SessionHook | null
  accessType: AccessType | null
  at: Date
}

async function appendConnectionEvents(
  tx: Queryable,
  scope: Scope,
  { before, anew, door, accessType, at }: ConnectionNews,
): Promise<void> {
  const finished = await door?.finish(tx, {
    connectionId: before.id,
    externalAccountId: before.external_account_id,
  })
  // An account that its provider had refused is back as well.
  const isNews = anew || before.status === 'error'
  if (!isNews && !finished && before.deactivated_listings.length === 0) return
  const write = await openWrite(tx, scope, at)
  if (anew) await settleAccount(write, { now: at, origin: `connect:${before.id}`, runId: null }, before.id)
  const on = await reactivateListings(write, before.deactivated_listings, `connect:${before.id}`)
  await appendEvents(write, [
    ...(isNews
      ? [accountCreated({ ...(await connectedAccount(tx, scope, before.id, at)), accessType })]
      : []),
    ...(await listingActivityEvents(tx, scope, on, at, 'reconnected')),
    ...(finished ? [finished] : []),
  ])
}

function mergePolicy(policy: WritePolicy, sent: CredentialsBody['writePolicy']): WritePolicy {
  return {
    calendar: { ...policy.calendar, ...sent?.calendar },
    reservations: { ...policy.reservations, ...sent?.reservations },
  }
}
