/** Exclusive accounts: where a vendor authenticates this server only, the first workspace to connect an account owns it. */
import type { Connector } from '../../../connector-kit/connector.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { isConnectedElsewhere, lockClaim } from './claim-queries.ts'

/**
 * Such an account's id is no secret, and two workspaces would drain each other's queues. Of two that connect at once
 * the second waits and is refused.
 */
export async function claimAccount(
  tx: Queryable,
  scope: Scope,
  connector: Connector,
  externalAccountId: string,
): Promise<void> {
  if (!(await isConnectedByOthers(tx, scope, connector, externalAccountId))) return
  const { id: provider, displayName } = connector.manifest
  throw new ApiError(
    'invalid_credentials',
    `This account of ${displayName} is connected in another workspace of this server.`,
    { provider, reason: 'connected_elsewhere' },
    { fix: 'Disconnect it there first.' },
  )
}

/** Claims an account again that was disconnected here; another workspace may have it by now. */
export async function reclaimAccount(
  tx: Queryable,
  scope: Scope,
  connector: Connector,
  externalAccountId: string,
): Promise<void> {
  if (!(await isConnectedByOthers(tx, scope, connector, externalAccountId))) return
  throw new ApiError(
    'invalid_state',
    `The account of ${connector.manifest.displayName} is connected in another workspace of this server by now.`,
    { field: 'connections', currentStatus: 'connected_elsewhere' },
    { fix: 'Disconnect it there first, then repeat the request.' },
  )
}

/** Locks claims until the transaction ends, ordered by name so that two callers cannot deadlock. Ownership is checked later. */
export async function lockClaims(
  tx: Queryable,
  accounts: readonly { connector: Connector; externalAccountId: string }[],
): Promise<void> {
  const named = accounts
    .filter(({ connector }) => isClaimed(connector))
    .map(({ connector, externalAccountId }) => ({ provider: connector.manifest.id, externalAccountId }))
  const nameOf = ({ provider, externalAccountId }: (typeof named)[number]) =>
    `${provider}:${externalAccountId}`
  for (const claim of named.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) await lockClaim(tx, claim)
}

const isClaimed = ({ sharedAccess, callsNobody }: Connector) => sharedAccess !== undefined && !callsNobody

async function isConnectedByOthers(
  tx: Queryable,
  scope: Scope,
  connector: Connector,
  externalAccountId: string,
): Promise<boolean> {
  if (!isClaimed(connector)) return false
  const { id: provider } = connector.manifest
  await lockClaim(tx, { provider, externalAccountId })
  return isConnectedElsewhere(tx, scope, { provider, externalAccountId })
}
