/** A channel rate has one writer: rates written by our calendar or a PMS cannot be set here. */
import type { RatedRoom } from '../../../connector-kit/rate-calendar-operations.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { Services } from '../../../services.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import { provider } from './provider.ts'
import { hotelRooms, type HotelRoom } from './rooms.ts'

/** The named rooms by id. Throws for a room the property lacks, or that a PMS writes. */
export async function findWritableRooms(
  { db, connectors }: Services,
  scope: Scope,
  hotel: ConnectionRow,
  roomIds: readonly string[],
): Promise<Map<string, HotelRoom>> {
  const known = new Map(
    (await hotelRooms(db, scope, { connectionId: hotel.id })).map((room) => [room.roomId, room]),
  )
  for (const [index, roomId] of roomIds.entries()) {
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
    const keeper = room.keeper.kind === 'us' ? provider : room.keeper.provider
    if (keeper !== provider && connectors[keeper]?.manifest.category === 'pms') {
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

interface RateRef {
  roomId: string
  rateId: string
  roomsToSell?: number | undefined
}

/**
 * Our calendar writes one rate per room and its units left; other rates are only set here. Throws where our calendar
 * would overwrite the change.
 */
export function assertNoOtherWriter(
  rated: ReadonlyMap<string, RatedRoom>,
  known: ReadonlyMap<string, HotelRoom>,
  rates: readonly RateRef[],
): void {
  for (const [index, { roomId, rateId, roomsToSell }] of rates.entries()) {
    const room = known.get(roomId)
    if (!room?.sells) continue
    const rates = rated.get(roomId)?.rates
    const isOurs = rates === undefined || rates.some((rate) => rate.id === rateId && rate.takesCalendar)
    if (!isOurs && roomsToSell === undefined) continue
    const [subject, field] = isOurs
      ? [`rate ${rateId} of room ${roomId}`, 'rateId']
      : [`room ${roomId}, with how many of it are left`, 'availableRooms']
    throw new ApiError(
      'invalid_state',
      `Our calendar of listing ${room.listingId} is written to ${subject}: what is set here would be written over.`,
      {
        field: `updates[${index}].${field}`,
        value_received: isOurs ? rateId : roomsToSell,
        currentStatus: 'written from the calendar of the listing',
      },
      {
        fix: `Set nights with \`PUT /v1/availability/${room.listingId}\`, prices for this channel with its markup; they are sent to Booking.com from there. Other rates of the room are set here. To set all of it here, map the room with \`syncEnabled\` false.`,
      },
    )
  }
}
