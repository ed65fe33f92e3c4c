/** Mapping a room at Booking.com. */
import type { BookingMapBody, BookingMapped } from '../../../contract/channel-mapping.ts'
import type { Writing } from '../../route.ts'
import { toTakeOver } from '../../calendar/public.ts'
import { mapOne } from './map-one.ts'
import { channelWords } from './words.ts'

export function mapBooking(context: Writing, body: BookingMapBody, dryRun: boolean): Promise<BookingMapped> {
  const { roomBookingId, hotelId, listingId = null, syncEnabled, onDrift } = body
  const asked = {
    externalId: String(roomBookingId),
    externalAccountId: hotelId,
    listingId,
    syncEnabled,
    onDrift,
    takeOver: toTakeOver(body),
  }
  return mapOne<BookingMapped>(context, channelWords.booking, asked, {
    dryRun,
    answer: (unit, shown) => ({
      ...shown,
      roomBookingId: unit.externalId,
      listingId: listingId === null ? null : String(listingId),
      hotelId: unit.externalAccountId,
    }),
  })
}
