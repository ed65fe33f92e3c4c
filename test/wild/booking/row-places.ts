import { addDays } from '../../../src/connector-kit/dates.ts'
import { happen, type RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (data|meta|meta\.next_page)$/,
    / data\.(conversations|conversation|reviews|next_page_id)$/,
    / data\.conversation\.messages$/,
    // The property that was asked for.
    / OTA_HotelSearchRS\.Properties\.Property@HotelCode$/,
    / rooms\.room@hotel_id$/,
  ],
  essential: [
    / rooms\.room@id$/,
    / result\.room@room_id$/,
    / result\.room\.date@value$/,
    / reservations\.reservation\.id$/,
    / reservations\.reservation\.room\.(id|roomreservation_id|arrival_date|departure_date)$/,
    / \S+\.HotelReservationID@ResID_Value$/,
    / \S+\.RoomStay@IndexNumber$/,
    / \S+\.RoomStay\.RoomTypes\.RoomType@RoomTypeCode$/,
    / \S+\.RoomStay\.TimeSpan@(Start|End)$/,
    / \S+\.RoomStay\.RoomRates\.RoomRate@EffectiveDate$/,
    /\/conversations data\.conversations\[\]\.conversation_id$/,
    / data\.conversation\.messages\[\]\.(message_id|timestamp)$/,
    / data\.reviews\[\]\.review_id$/,
  ],

  leftOut: [/ result\.room\.date@closed$/],

  /** New bookings, changed ones and those called off wait in the queues; nights are closed by hand. */
  async prepare(vendor) {
    const { control, simulator } = vendor
    const [room] = (await control.state()).listings
    const from = addDays(new Date(simulator.clock.nowMs()).toISOString().slice(0, 10), 1)
    const nights = { room_id: Number(room?.id), from, to: addDays(from, 8) }
    await happen(vendor, '/extranet/nights', { ...nights, closed: true })
    await control.book()
    const [changed, gone] = [await control.book(), await control.book()]
    await control.change(String(changed.id), { remarks: 'Arrives late' })
    await control.cancel(String(gone.id))
    const [headline, positive, negative] = ['Lovely', 'The view', 'The stairs']
    await happen(vendor, '/guest/reviews', { score: 8, headline, positive, negative })
  },
}
