import { AirbnbConnection } from '../../../contract/channel-airbnb.ts'
import { createFixUrl, type ConnectionRow } from '../../accounts/public.ts'
import { route } from '../../route.ts'
import { listHosts } from './accounts.ts'

/** Maps connected hosts to what the Airbnb routes show. Pure. */
type AirbnbConnectionData = AirbnbConnection['data']

const isActive = ({ status }: ConnectionRow) => status === 'active'

function stateOf(rows: readonly ConnectionRow[]): AirbnbConnectionData['status'] {
  if (rows.length === 0) return 'never_connected'
  if (rows.every(isActive)) return 'connected'
  return rows.some(isActive) ? 'reconnect_required' : 'disconnected'
}

const toHost = (row: ConnectionRow): AirbnbConnectionData['hosts'][number] => ({
  airbnbUserId: row.external_account_id,
  name: row.account_name,
  isConnected: isActive(row),
  lastSyncedAt: row.last_success_at?.toISOString() ?? null,
  deactivatedAt: row.disconnected_at?.toISOString() ?? null,
  // Airbnb only refuses the refresh token and does not say whether the host revoked access.
  lastDisconnectReason: row.action_reason === 'reauth_required' ? 'token_refresh_rejected' : null,
})

function toAirbnbConnection(
  rows: readonly ConnectionRow[],
  fixUrlOf: (row: ConnectionRow) => string,
): AirbnbConnection {
  const hosts = rows.toSorted((a, b) => Number(a.id) - Number(b.id))
  const down = hosts.find((row) => !isActive(row))
  return {
    data: {
      status: stateOf(rows),
      hostCount: hosts.length,
      hosts: hosts.map(toHost),
      ...(down === undefined ? {} : { fixUrl: fixUrlOf(down) }),
    },
  }
}

export const airbnbConnectionRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/connection',
    id: 'getAirbnbConnection',
    family: 'connections',
    ofListings: 'refused',
    tag: 'Airbnb',
    summary: 'Get the connection to Airbnb',
    description: 'Every host that was ever connected, and whether Airbnb can be called for them.',
    reply: AirbnbConnection,
    errors: [],
    handle: async ({ services, scope }) =>
      toAirbnbConnection(await listHosts(services, scope), createFixUrl(services, scope)),
  }),
]
