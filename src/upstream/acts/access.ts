/** Opens the access to the vendor that carries out an act. */
import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import { needsOwner, noConnection, reauthRequired } from '../errors.ts'
import type { Services } from '../../services.ts'
import type { WriteNeed } from '../../connector-kit/connector.ts'
import { connectionAccess, type ConnectionAccess } from '../access.ts'
import { lacksCredentials } from '../client.ts'
import { assertGranted } from '../granted.ts'

/** A record came through this account and is answered through it. */
export interface RelayAccount {
  connectionId: string
  provider: string
  status: string
}

/**
 * Throws if the account is disconnected or missing, or its owner did not allow the write. `writing` is null
 * when the call only reads.
 */
export async function relayAccess(
  services: Services,
  scope: Scope,
  { connectionId, provider, status }: RelayAccount,
  writing: WriteNeed | null,
): Promise<ConnectionAccess> {
  if (needsOwner(status)) throw reauthRequired(provider)
  const access = status === 'active' ? await connectionAccess(services, scope, connectionId) : undefined
  if (!access || lacksCredentials(access.connector, access.connection)) throw noConnection(provider)
  if (writing !== null) assertGranted(access, writing)
  return access
}

/** An earlier, different request used the idempotency key. */
export const keyReused = () =>
  new ApiError('idempotency_key_reused', 'This `Idempotency-Key` was used for another request.')
