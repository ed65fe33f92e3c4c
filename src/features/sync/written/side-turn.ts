/**
 * Workers outside the sync engine write to vendors through a side turn. It has a connection's client, and stores what
 * is read back.
 */
import type { CalendarDayRecord } from '../../../contract/records.ts'
import type { Connector } from '../../../connector-kit/connector.ts'
import type { VendorClient } from '../../../connector-kit/http.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { CalendarReading } from '../../../records/calendar/public.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { toStorable } from '../../../records/canonical.ts'
import { syncedConnection, type SyncedConnection } from '../../../upstream/connection-queries.ts'
import { applyCalendar } from '../../../records/calendar/store.ts'
import { lacksCredentials, openTurnClient, type SyncEnvironment } from '../../../upstream/client.ts'

export interface SideTurn {
  scope: Scope
  connector: Connector
  connection: SyncedConnection
  /** Close it when the turn is done. */
  client: VendorClient
}

/** Somebody must connect the account again, or it is gone altogether. */
export type SideTurnObstacle = 'reconnect' | 'gone'

export async function openSideTurn(
  environment: SyncEnvironment,
  scope: Scope,
  connectionId: string,
): Promise<SideTurn | SideTurnObstacle> {
  const { db, connectors } = servicesIn(environment.services, scope)
  const connection = await syncedConnection(db, scope, connectionId)
  const connector = connection && connectors[connection.provider]
  if (!connection || !connector || connection.status === 'disconnected') return 'gone'
  if (connection.status !== 'active' || lacksCredentials(connector, connection)) return 'reconnect'
  const calls = { count: 0, retries: 0, made: 0, failed: [] }
  const client = await openTurnClient(environment, scope, connector, connection, calls)
  return { scope, connector, connection, client }
}

/** Stores nights read from the vendor in the same way as a sync. */
export async function storeNights(
  tx: Queryable,
  { scope, connection }: SideTurn,
  listingExternalId: string,
  { days, reading, now }: { days: readonly CalendarDayRecord[]; reading: CalendarReading; now: Date },
): Promise<void> {
  const batch = { tx, scope, connection, now, origin: 'api:calendar', runId: null }
  await applyCalendar(batch, listingExternalId, toStorable([...days]), { reading, isWhole: false })
}
