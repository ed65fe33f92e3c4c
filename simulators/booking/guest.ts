/** A guest at the channel's site can book only what the channel shows. */
import { known } from '../kit/asked.ts'
import { addDays, isDay } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields } from '../kit/fields.ts'
import type { Account, ReservationFields } from './account.ts'
import type { BookingRequests } from './booking-requests.ts'
import { whyNot, type Wish } from './inventory.ts'
import { reservationFields, type RatePlan, type Room } from './records.ts'

const chosenByChannel = [
  ...['id', 'hotel_id', 'status', 'rooms', 'booked_at', 'modified_at', 'totalprice', 'commissionamount'],
]

/** Books, or makes a request if the property wants to be asked first. */
export function guestBooks(account: Account, requests: BookingRequests, input: unknown): object {
  const { room, rate, wish, fields } = guestMayBook(account, input)
  if (account.store.hotelOf(room).booking_model === 'RTB') return requests.create(input)
  const { arrival, departure } = wish
  return account.sell(room, rate, { arrival, departure }, fields)
}

/** Throws 409 with the reason if the channel does not allow the booking. */
export function guestMayBook(
  account: Account,
  input: unknown,
): { room: Room; rate: RatePlan; wish: Wish; fields: ReservationFields } {
  const { store } = account
  const wishFields: ReservationFields = readFields(reservationFields, input, chosenByChannel)
  const fields = { adults: 2, children: 0, ...wishFields }
  const { room_id, rate_id, arrival_date, adults, children, number_of_rooms } = fields
  const room = known(store.rooms.get(room_id ?? 0), `no room ${room_id}; room_id says which`, 400)
  const rates = store.ratesOf(room.hotel_id)
  const rate = known(
    rate_id === undefined ? rates[0] : rates.find(({ id }) => id === rate_id),
    `no rate ${rate_id} of room ${room.id}`,
    400,
  )
  if (!isDay(arrival_date)) throw new ControlError('arrival_date says when the guest comes')
  if (arrival_date < account.today()) throw new ControlError('nobody books days that are over')
  const wish = {
    arrival: arrival_date,
    departure: fields.departure_date ?? addDays(arrival_date, 2),
    guests: (adults ?? 0) + (children ?? 0),
    count: number_of_rooms ?? 1,
  }
  const reason = whyNot(store, room, rate, wish)
  if (reason !== undefined) throw new ControlError(`not to be booked: ${reason}`, 409)
  return { room, rate, wish, fields }
}
