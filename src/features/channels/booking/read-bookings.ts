/** Reads bookings from Booking.com's queues, and single ones. */
import type {
  BookingQueueName,
  ToldBooking,
  ToldRoom,
} from '../../../connector-kit/booking-queue-operations.ts'
import type { BookingReservation } from '../../../contract/channel-booking-reservations.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { Services } from '../../../services.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import { findHotel, listHotels } from './hotels.ts'
import { openProperty } from './open-property.ts'
import { storedStays } from './reservation-queries.ts'
import { hotelRooms } from './rooms.ts'
import { queueReadback } from './queue-readback.ts'
import { isCurrency } from '../../../contract/currencies.ts'
import { addDecimals } from '../../../connector-kit/money.ts'

/** Maps bookings as Booking.com tells them to its route. Pure. */
type ReservationRoom = BookingReservation['room'][number]

const dayIn = (text: string | null): string | null => /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null
const timeIn = (text: string | null): string | null => /\d{2}:\d{2}:\d{2}/.exec(text ?? '')?.[0] ?? null
const currencyIn = (text: string | null): string | null => (text !== null && isCurrency(text) ? text : null)
const amountIn = (text: string | null): number | null => (text === null ? null : Number(text))

/** null unless every room has an amount. */
function sumOf(rooms: readonly ToldRoom[], of: 'total' | 'commission'): number | null {
  const amounts = rooms.flatMap((room) => room[of] ?? [])
  return amounts.length === 0 || amounts.length < rooms.length ? null : Number(addDecimals(amounts))
}

const toRoom = (room: ToldRoom, listingId: string | undefined): ReservationRoom => ({
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

function toReservation(
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

/** The named property, or all that can be called. */
async function findCallableHotels(
  services: Services,
  scope: Scope,
  hotelId: string | undefined,
): Promise<ConnectionRow[]> {
  if (hotelId !== undefined) return [await findHotel(services, scope, hotelId, 'hotel_id')]
  return (await listHotels(services, scope)).filter(({ status }) => status === 'active')
}

export async function readQueue(
  services: Services,
  scope: Scope,
  queue: BookingQueueName,
  hotelId: string | undefined,
): Promise<BookingReservation[]> {
  const found: BookingReservation[] = []
  for (const hotel of await findCallableHotels(services, scope, hotelId)) {
    const { access, operation, ask } = await openProperty(services, scope, hotel, 'bookingQueue')
    const bookings = await ask((context) => operation.waiting(context, queue))
    const stored = await storedStays(
      services.db,
      scope,
      bookings.map(({ id }) => id),
    )
    await queueReadback(
      access,
      bookings,
      stored.filter(({ connectionId }) => connectionId === hotel.id),
    )
    found.push(...(await toVisibleBookings(services, scope, hotel, bookings)).map(({ shown }) => shown))
  }
  return found
}

/** Throws `not_found`, and `listing_inactive` where all its rooms are inactive listings. */
export async function readBooking(
  services: Services,
  scope: Scope,
  id: string,
  hotelId: string | undefined,
): Promise<BookingReservation> {
  const stored = await storedStays(services.db, scope, [id])
  const hotels = await findCallableHotels(services, scope, hotelId)
  const known = hotels.filter((hotel) => stored.some(({ connectionId }) => connectionId === hotel.id))
  for (const hotel of known.length > 0 ? known : hotels) {
    const { operation, ask } = await openProperty(services, scope, hotel, 'bookingQueue')
    const bookings = await ask((context) => operation.one(context, id))
    if (!bookings) continue
    const [found] = await toVisibleBookings(services, scope, hotel, [bookings])
    if (found) return found.shown
    const [stay] = stored
    const listingId = stay?.listingId ?? (await findListing(services, scope, hotel, bookings))
    if (listingId !== undefined) await assertListingActive(services.db, scope, listingId)
  }
  throw new ApiError('not_found', 'Booking.com tells no such booking of a connected property.', {
    field: 'reservation_id',
    value_received: id,
  })
}

async function findListing(
  { db }: Services,
  scope: Scope,
  hotel: ConnectionRow,
  bookings: ToldBooking,
): Promise<string | undefined> {
  const known = await hotelRooms(db, scope, { connectionId: hotel.id })
  return known.find(({ roomId }) => bookings.rooms.some((room) => room.roomId === roomId))?.listingId
}

/** Drops rooms of inactive listings, and bookings without other rooms. */
async function toVisibleBookings(
  { db }: Services,
  scope: Scope,
  hotel: ConnectionRow,
  bookings: readonly ToldBooking[],
): Promise<{ shown: BookingReservation }[]> {
  if (bookings.length === 0) return []
  const known = await hotelRooms(db, scope, { connectionId: hotel.id })
  const off = new Set(known.filter(({ active }) => !active).map(({ listingId }) => listingId))
  const listings = new Map(known.map(({ roomId, listingId }) => [roomId, listingId]))
  const listingOf = (roomId: string) => listings.get(roomId)
  const stored = await storedStays(
    db,
    scope,
    bookings.map(({ id }) => id),
  )
  return bookings.flatMap((booking) => {
    const toldRooms = booking.rooms.filter(({ roomId }) => !off.has(listingOf(roomId) ?? ''))
    // A cancelled booking names no rooms, so its stored stays stand for it.
    const ofIt = stored.filter(({ code, connectionId }) => code === booking.id && connectionId === hotel.id)
    const isHidden =
      booking.rooms.length > 0
        ? toldRooms.length === 0
        : ofIt.length > 0 && ofIt.every(({ listingId }) => off.has(listingId))
    const about = { hotelId: hotel.external_account_id, listingOf }
    return isHidden ? [] : [{ shown: toReservation({ ...booking, rooms: toldRooms }, about) }]
  })
}
