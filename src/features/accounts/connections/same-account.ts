/** Whether new credentials belong to the account whose connection they renew. */
import type { Static, TSchema } from 'typebox'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { targetOf } from '../../../platform/audit.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { vaultContext } from '../../../upstream/session.ts'
import { hasAnyListing } from './queries.ts'
import { callVendor } from './call-vendor.ts'
import { lockConnection } from '../../../upstream/connections/access-queries.ts'
import type { LockedConnection } from '../../../upstream/connections/access-queries.ts'

export interface CredentialsRenewal {
  connectionId: string
  credentials: Static<TSchema>
  /** The vendor's id of the account; null: it tells none. */
  named: string | null
  session: string | null
}

/**
 * Compares the vendor's account id. Where it tells none, a new key must show listings known here. Answers the state
 * the connector keeps between calls.
 */
export async function assertSameAccount(
  services: Services,
  scope: Scope,
  connector: Connector,
  renewal: CredentialsRenewal,
): Promise<string | null> {
  const { connectionId, credentials, named } = renewal
  const bound = await boundConnection(services.db, scope, connectionId)
  await services.audit.useOf(scope, targetOf('connection', bound.id), 'credentials.compare')
  const stored = bound.external_account_id
  if ((named ?? connector.accountOf(credentials)) === stored) return renewal.session
  const isNamed = named !== null && !isNamedByCredentials(services, scope, connector, bound)
  const shown = isNamed ? null : await showsKnownListing(services, scope, connector, renewal)
  if (shown?.isKnown) return shown.session
  throw new ApiError(
    'invalid_credentials',
    `These credentials belong to another account than the one to reconnect (${stored}).`,
    { provider: connector.manifest.id, reason: 'other_account' },
    { fix: 'Use credentials of the account that is connected, or connect the other account separately.' },
  )
}

export async function boundConnection(tx: Queryable, scope: Scope, id: string): Promise<LockedConnection> {
  const bound = await lockConnection(tx, scope, id)
  if (bound) return bound
  throw new Error(`connection ${id} of a session is gone`)
}

/** The vendor told no id, so the account's id was derived from its first credentials. */
function isNamedByCredentials(
  { vault }: Services,
  scope: Scope,
  connector: Connector,
  bound: LockedConnection,
): boolean {
  // A disconnect wiped the credentials, so it may have been.
  if (bound.credentials === null) return true
  try {
    const old = JSON.parse(vault.decrypt(bound.credentials, vaultContext(scope, bound.id))) as Static<TSchema>
    return connector.accountOf(old) === bound.external_account_id
  } catch {
    return true
  }
}

async function showsKnownListing(
  services: Services,
  scope: Scope,
  connector: Connector,
  { connectionId, credentials, session: given }: CredentialsRenewal,
): Promise<{ isKnown: boolean; session: string | null } | null> {
  const { listings } = connector.operations
  if (!listings) return null
  const firstPage = (context: VendorContext) => listings.page(context, { cursor: null })
  const { value, session } = await callVendor(services, scope, connector, credentials, firstPage, given)
  const ids = value.records.map(({ externalId }) => externalId)
  return { isKnown: await hasAnyListing(services.db, scope, connectionId, ids), session }
}
