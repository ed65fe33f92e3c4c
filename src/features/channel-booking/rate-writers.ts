/** A calendar at the channel has one writer: what is written by our calendar, or by a PMS, is not set here. */
import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import { assertListingActive } from '../../records/listings/active.ts'
import type { Services } from '../../services.ts'
import type { ConnectionRow } from '../connections/public.ts'
import { provider } from './provider.ts'
import { writtenRooms, type WrittenRoom } from './rate-queries.ts'

/** The rooms that are named, by their ids. Throws for one that the property does not have, or that has another writer. */
export async function roomsToWrite(
  { db, connectors }: Services,
  scope: Scope,
  hotel: ConnectionRow,
  named: readonly string[],
): Promise<Map<string, WrittenRoom>> {
  const known = new Map((await writtenRooms(db, scope, hotel.id)).map((room) => [room.roomId, room]))
  for (const [index, roomId] of named.entries()) {
    const field = `updates[${index}].roomId`
    const room = known.get(roomId)
    if (!room) {
      throw new ApiError(
        'not_found',
        `Property ${hotel.external_account_id} has no room ${roomId} that is known here.`,
        {
          field,
          value_received: roomId,
        },
      )
    }
    await assertListingActive(db, scope, room.listingId)
    if (room.sells) {
      throw new ApiError(
        'invalid_state',
        `Our calendar of listing ${room.listingId} is written to room ${roomId}: what is set here would be written over.`,
        { field, value_received: roomId, currentStatus: 'written from the calendar of the listing' },
        {
          fix: `Set nights with \`PUT /v1/availability/${room.listingId}\`, prices for this channel with its markup; they are sent to Booking.com from there. To set them here instead, map the room with \`syncEnabled\` false.`,
        },
      )
    }
    const { keeper } = room
    if (keeper !== null && keeper !== provider && connectors[keeper]?.manifest.category === 'pms') {
      throw new ApiError(
        'invalid_state',
        `Listing ${room.listingId} is kept in ${keeper}, which writes its calendar to room ${roomId} by itself.`,
        { field, value_received: roomId, currentStatus: `written by ${keeper}` },
        { fix: `Set nights with \`PUT /v1/availability/${room.listingId}\`, which sends them to ${keeper}.` },
      )
    }
  }
  return known
}
