/** The way to the vendor that carries out what is written here. */
import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import { needsOwner, noConnection, reauthRequired } from '../errors.ts'
import type { Services } from '../../services.ts'
import type { WriteNeed } from '../../connector-kit/connector.ts'
import { connectionAccess, type ConnectionAccess } from '../access.ts'
import { lacksCredentials } from '../client.ts'
import { assertGranted } from '../granted.ts'

/** The account that something came through, and is answered through. */
export interface RelayAccount {
  connectionId: string
  provider: string
  status: string
}

/**
 * Throws where the account has to be connected again, or is gone, and where its owner did not allow what is to be written.
 * `writing` null: it is only read.
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

/** A key that was used for something else, as far back as anybody remembers. */
export const keyReused = () =>
  new ApiError('idempotency_key_reused', 'This `Idempotency-Key` was used for another request.')
