/** Bookings as Booking.com tells them, in the words of its route. Pure. */
import { isCurrency } from '../../../contract/currencies.ts'
import { addDecimals } from '../../../connector-kit/money.ts'
import type { ToldBooking, ToldRoom } from '../../../connector-kit/booking-queue-operations.ts'
import type { BookingReservation } from '../../../contract/channel-booking-reservations.ts'

type Room = BookingReservation['room'][number]

const dayIn = (text: string | null): string | null => /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null
const timeIn = (text: string | null): string | null => /\d{2}:\d{2}:\d{2}/.exec(text ?? '')?.[0] ?? null
const currencyIn = (text: string | null): string | null => (text !== null && isCurrency(text) ? text : null)
const amountIn = (text: string | null): number | null => (text === null ? null : Number(text))

/** null unless every room has one. */
function sumOf(rooms: readonly ToldRoom[], of: 'total' | 'commission'): number | null {
  const amounts = rooms.flatMap((room) => room[of] ?? [])
  return amounts.length === 0 || amounts.length < rooms.length ? null : Number(addDecimals(amounts))
}

const toRoom = (room: ToldRoom, listingId: string | undefined): Room => ({
  ...{ id: room.roomId, roomreservation_id: room.id, listing_id: listingId ?? null },
  arrival_date: dayIn(room.arrival),
  departure_date: dayIn(room.departure),
  numberofguests: room.adults === null ? null : room.adults + (room.children ?? 0),
  adults: room.adults,
  children: room.children,
  totalprice: amountIn(room.total),
  commission_amount: amountIn(room.commission),
  currencycode: currencyIn(room.currency),
  guest_name: room.guestName,
  meal_plan: room.mealPlan,
})

export function toReservation(
  { id, status, bookedAt, booker, remarks, rooms }: ToldBooking,
  { hotelId, listingOf }: { hotelId: string; listingOf: (roomId: string) => string | undefined },
): BookingReservation {
  const currencies = [...new Set(rooms.map(({ currency }) => currency))]
  const [currency = null] = currencies
  const isOne = currencies.length === 1
  return {
    ...{ id, hotel_id: hotelId, status },
    date: dayIn(bookedAt),
    time: timeIn(bookedAt),
    customer: {
      ...{ first_name: booker.firstName, last_name: booker.lastName, email: booker.email },
      ...{ telephone: booker.phone, countrycode: booker.country, remarks },
    },
    room: rooms.map((room) => toRoom(room, listingOf(room.roomId))),
    total_price: isOne ? sumOf(rooms, 'total') : null,
    commission_amount: isOne ? sumOf(rooms, 'commission') : null,
    currency_code: isOne ? currencyIn(currency) : null,
  }
}
