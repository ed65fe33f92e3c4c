/** Connected properties as the routes of Booking.com show them. Pure. */
import type { BookingProperty } from '../../../contract/channel-booking.ts'
import { driftAction } from '../../../contract/channel-mapping.ts'
import { fractionOfPercent } from '../../../platform/decimal.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import type { HealthOf } from '../../calendar/public.ts'
import type { RoomRow } from './room-queries.ts'

type Listing = BookingProperty['listings'][number]

const toListing = (row: RoomRow, healthOf: HealthOf): Listing => ({
  listingId: row.listingId,
  name: row.name,
  publicName: row.publicName,
  status: row.active ? 'active' : 'inactive',
  inactiveReason: row.inactiveReason as Listing['inactiveReason'],
  city: row.city,
  roomId: row.roomId,
  roomBookingId: row.roomId,
  roomName: row.unitName ?? (row.isKept ? row.name : null),
  mappedVia: 'room',
  onDrift: driftAction(row.mendsDrift),
  health: healthOf({ connectionId: row.connectionId, externalId: row.roomId }),
})

export function toProperty(
  row: ConnectionRow,
  rooms: readonly RoomRow[],
  { isShown, healthOf }: { isShown: (room: RoomRow) => boolean; healthOf: HealthOf },
): BookingProperty {
  const [marked] = rooms.filter(({ markupPercent }) => markupPercent !== null)
  const isUp = row.status === 'active'
  return {
    connectionId: row.id,
    hotelId: row.external_account_id,
    hotelName: row.account_name,
    active: isUp,
    syncEnabled: isUp && rooms.some(({ sells }) => sells),
    bookingUrl: null,
    markup: marked?.markupPercent ? fractionOfPercent(marked.markupPercent) : null,
    syncCategory: rooms.find(({ syncCategory }) => syncCategory !== null)?.syncCategory ?? null,
    suspendedAt: row.disconnected_at?.toISOString() ?? null,
    suspensionReason: isUp ? null : (row.action_reason ?? (row.disconnected_at ? 'disconnected' : null)),
    createdAt: row.created_at.toISOString(),
    mappingStatus: rooms.length > 0 ? 'mapped' : 'unmapped',
    listings: rooms.filter(isShown).map((room) => toListing(room, healthOf)),
  }
}
