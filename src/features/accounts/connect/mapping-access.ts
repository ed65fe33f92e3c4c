/** Opens the account whose units are mapped: with a key, or with a session that waits for this account. */
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

export const isChannel = ({ services, connection }: MappingAccess): boolean =>
  services.connectors[connection.provider]?.manifest.category === 'ota'

/** Throws for the account of a PMS. */
export function assertChannel(access: MappingAccess): void {
  const { provider } = access.connection
  if (isChannel(access)) return
  throw new ApiError('channel_not_supported', `${provider} is no channel: its listings are its own.`, {
    channel: provider,
  })
}
