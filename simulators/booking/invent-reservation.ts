import { stampOf } from '../kit/clock.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { blankRow } from '../kit/fields.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { priceFor, rateNightOf } from './inventory.ts'
import { reservationFields, type RatePlan, type Reservation, type Room, type SoldRoom } from './records.ts'
import { nightsOf, type Store } from './store.ts'

export interface ReservationPlan extends OccupiedSpan {
  id: number
  room: Room
  rate: RatePlan
  count: number
  status: string
  person: Person
  madeAtMs: number
  changedAtMs: number
}

export function inventReservation(store: Store, plan: ReservationPlan, random: SeededRandom): Reservation {
  const { room, rate, person, status } = plan
  const hotel = store.hotelOf(room)
  const reservation: Reservation = {
    ...blankRow(reservationFields, plan.id),
    hotel_id: hotel.id,
    status,
    arrival_date: plan.arrival,
    departure_date: plan.departure,
    room_id: room.id,
    rate_id: rate.id,
    number_of_rooms: plan.count,
    adults: plan.count * random.int(1, Math.min(2, room.max_persons ?? 1)),
    children: (room.max_children ?? 0) > 0 && random.chance(0.2) ? 1 : 0,
    booked_at: stampOf(plan.madeAtMs),
    modified_at: stampOf(plan.changedAtMs),
    first_name: person.firstName,
    last_name: person.lastName,
    // Guests have an address that the channel forwards.
    email: `${person.lastName.length}${person.firstName.length}.${plan.id}@guest.booking.example`,
    telephone: person.phone,
    address: '',
    city: person.city,
    zip: person.zip,
    countrycode: person.country.toLowerCase(),
    remarks: random.chance(0.2) ? 'You have a booker that prefers a quiet room.' : '',
    meal_plan: random.pick([
      'Breakfast is included in the room rate.',
      'There is no meal option with this room.',
    ]),
    loyalty_id: random.chance(0.1) ? random.digits(9) : null,
    virtual_card: random.chance(0.3),
    card_number: null,
    currencycode: hotel.currency,
    total_cancellation_fee: 0,
    rooms: [],
  }
  return { ...reservation, ...soldParts(store, reservation, plan.id) }
}

/** Computes what is sold of each room and night, and its sum; ids of rooms stay. */
export function soldParts(
  store: Store,
  reservation: Reservation,
  firstId: number,
): Pick<Reservation, 'rooms' | 'totalprice' | 'commissionamount'> {
  const room = store.rooms.get(reservation.room_id ?? 0)
  const rate = store.rates.get(reservation.rate_id ?? 0)
  if (room === undefined || rate === undefined)
    return {
      rooms: reservation.rooms,
      totalprice: reservation.totalprice,
      commissionamount: reservation.commissionamount,
    }
  const count = Math.max(1, reservation.number_of_rooms ?? 1)
  const of = (people: number | null, index: number) =>
    Math.floor((people ?? 0) / count) + (index < (people ?? 0) % count ? 1 : 0)
  const days = nightsOf({
    arrival: reservation.arrival_date ?? '',
    departure: reservation.departure_date ?? '',
  })
  const rooms: SoldRoom[] = Array.from({ length: count }, (_, index) => {
    const adults = of(reservation.adults, index)
    return {
      roomreservation_id: reservation.rooms[index]?.roomreservation_id ?? firstId * 10 + index,
      room_id: room.id,
      guest_name: `${reservation.first_name ?? ''} ${reservation.last_name ?? ''}`.trim(),
      adults,
      children: of(reservation.children, index),
      nights: days.map((date) => {
        const price = priceFor(rateNightOf(store, room, rate, date), adults) ?? 0
        return { date, rate_id: rate.id, price }
      }),
    }
  })
  const currency = reservation.currencycode ?? 'EUR'
  const total = rooms.flatMap(({ nights }) => nights).reduce((sum, { price }) => sum + price, 0)
  return {
    rooms,
    totalprice: roundMoney(total, currency),
    commissionamount: roundMoney(total * 0.15, currency),
  }
}
