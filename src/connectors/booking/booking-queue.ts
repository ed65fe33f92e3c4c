/** Serves the queues to the API; `reservations.ts` reads them for the calendar. */
import type { BookingQueue, ToldBooking, ToldRoom } from '../../connector-kit/booking-queue-operations.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { mapRows } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { StayRecord } from '../../contract/records.ts'
import { acknowledge } from './acknowledge.ts'
import type { BookedRoom, ChannelBooking } from './booking.ts'
import type { BookingRoomStay } from './map-reservation.ts'
import { askBookings, queueOf, stay } from './reservations.ts'

export const bookingQueue: BookingQueue = {
  waiting: async (context, queue) => (await queueOf(context, queue)).map(toTold),

  async one(context, id) {
    if (!/^\d+$/.test(id)) return null
    const found = (await askBookings(context, { id })).find((booking) => booking.id === id)
    return found === undefined ? null : toTold(found)
  },

  acknowledge: (context, queue, ids) =>
    acknowledge(context, {
      receipt: { queue, told: ids.map((id) => ({ id, stays: [] })) },
      unstored: new Set(),
    }),
}

function toTold(booking: ChannelBooking): ToldBooking {
  const { id, status, booker } = booking
  const rows = booking.rooms.map((room): BookingRoomStay => ({ booking, room }))
  const { records, failures } = mapRows<BookingRoomStay, StayRecord>(rows, stay)
  return {
    ...{ id, status },
    bookedAt: presentText(booking.bookedAt),
    booker: {
      firstName: presentText(booker.firstName),
      lastName: presentText(booker.lastName),
      email: presentText(booker.email),
      phone: presentText(booker.phone),
      country: presentText(booker.country),
    },
    remarks: presentText(booking.remarks),
    rooms: booking.rooms.map(toRoom),
    stays: failures.length === 0 ? records : null,
  }
}

const toRoom = (room: BookedRoom): ToldRoom => ({
  ...{ id: room.id, roomId: room.roomId, adults: room.party.adults, children: room.party.children },
  arrival: presentText(room.arrival),
  departure: presentText(room.departure),
  total: readSide('total', room.total, () => decimalString(room.total)),
  commission: readSide('commission', room.commission, () => decimalString(room.commission)),
  currency: presentText(room.currency),
  guestName: presentText(room.guestName),
  mealPlan: presentText(room.mealPlan),
})
