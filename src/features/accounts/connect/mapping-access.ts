/** Opens the account whose units are mapped: with a key, or with a session that waits for this account. */
import { takesListings } from '../../../connector-kit/capabilities.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { knownConnection } from '../../sync/public.ts'
import { findMappingSession, type SessionCaller, type OpenSession } from './sessions.ts'

export interface MappingAccess {
  services: Services
  scope: Scope
  connection: Awaited<ReturnType<typeof knownConnection>>
  /** `channel:externalAccountId` */
  reference: string
  /** Undefined: opened with a key. */
  session: OpenSession | undefined
}

export async function openMapping(
  services: Services,
  caller: SessionCaller,
  reference: string,
  sessionId: string | undefined,
): Promise<MappingAccess> {
  const session = sessionId === undefined ? undefined : await findMappingSession(services, sessionId, caller)
  const scope = session?.key.scope ?? caller.scope
  if (!scope) throw new ApiError('unauthorized')
  const here = servicesIn(services, scope)
  const connection = await knownConnection(here, scope, reference)
  const { provider, external_account_id: account } = connection
  if (session && session.row.connection_id !== connection.id) {
    throw new ApiError('not_found', `No connection ${reference}.`, { field: 'id', value_received: reference })
  }
  if (connection.status === 'disconnected') {
    throw new ApiError('no_connection', `The account ${account} of ${provider} is not connected any more.`, {
      provider,
      reconnect: { method: 'POST', path: `/v1/connect/${provider}` },
    })
  }
  return { services: here, scope, connection, reference: `${provider}:${account}`, session }
}

/** Whether listings kept elsewhere can be sold through the account. */
export function isSeller({ services, connection }: MappingAccess): boolean {
  const connector = services.connectors[connection.provider]
  return connector !== undefined && takesListings(connector.manifest)
}

/** Throws for the account of a PMS that only sells its own listings. */
export function assertSeller(access: MappingAccess): void {
  const { provider } = access.connection
  if (isSeller(access)) return
  throw new ApiError(
    'channel_not_supported',
    `${provider} is neither a channel nor a channel manager: its listings are its own.`,
    {
      channel: provider,
    },
  )
}
