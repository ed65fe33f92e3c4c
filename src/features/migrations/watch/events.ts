/** How a stay that is found after a cutover is told. */
import type { EventData } from '../../../contract/events.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import { eventOf } from '../../../records/events.ts'
import type { FoundStay } from './found-stays.ts'

interface Place {
  workspaceId: string
  connectionId: string
  provider: string
  externalAccountId: string
  /** The listing here, by what the account calls it. */
  listings: ReadonlyMap<string, string>
  at: Date
}

export function stayFound(place: Place, { externalId, change, known, record }: FoundStay): NewEvent {
  const { workspaceId, connectionId, provider, externalAccountId, listings, at } = place
  const data: EventData<'migration.watch.stay_found'> = {
    workspaceId,
    provider,
    connectionId,
    change,
    externalReservationId: externalId,
    confirmationCode: record.confirmationCode,
    reservationId: known?.id ?? null,
    listingId: known?.listing_id ?? listings.get(record.listingExternalId) ?? null,
    platform: record.source,
    status: record.status,
    checkIn: record.checkIn,
    checkOut: record.checkOut,
    previous: known ? { status: known.status, checkIn: known.check_in, checkOut: known.check_out } : null,
    foundAt: at.toISOString(),
  }
  return eventOf('migration.watch.stay_found', {
    orderKey: `migration:${connectionId}`,
    account: { id: connectionId, provider, externalAccountId },
    data,
  })
}
