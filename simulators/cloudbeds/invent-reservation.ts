import { daysBetween } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Reservation, RoomType } from './records.ts'
import type { Store } from './store.ts'
import type { Source } from './vocabulary.ts'

export interface ReservationPlan {
  roomType: RoomType
  /** Null while no room is assigned. */
  roomID: string | null
  startDate: string
  endDate: string
  status: string
  source: Source
  person: Person
  madeAtMs: number
  /** No record may be newer than this. */
  nowMs: number
}

export function inventReservation(store: Store, plan: ReservationPlan, random: SeededRandom): Reservation {
  const { roomType, status, source, person, madeAtMs, startDate, endDate } = plan
  const reservationID = store.nextReservationID()
  const modifiedMs = Math.min(plan.nowMs, madeAtMs + random.int(0, 72 * 3600) * 1000)
  const price = (store.prices.get(roomType.roomTypeID) ?? 90) * daysBetween(startDate, endDate)
  return {
    reservationID,
    propertyID: roomType.propertyID,
    roomTypeID: roomType.roomTypeID,
    roomID: plan.roomID,
    status,
    startDate,
    endDate,
    adults: random.int(1, Math.max(1, roomType.maxGuests ?? 1)),
    children: random.chance(0.15) ? 1 : 0,
    guestID: String(9_000_000 + Number(reservationID)),
    guestFirstName: person.firstName,
    guestLastName: person.lastName,
    guestEmail: random.chance(0.8) ? person.email : '',
    guestPhone: random.chance(0.7) ? person.phone : '',
    guestCountry: person.country,
    sourceName: source.name,
    sourceCategory: source.category,
    thirdPartyIdentifier: source.isChannel ? random.digits(10) : '',
    estimatedArrivalTime: random.chance(0.3) ? '16:30' : null,
    // Taxes are a tenth.
    total: Math.round(price * 110) / 100,
    extraRooms: [],
    isDeleted: false,
    isAnonymized: false,
    createdMs: madeAtMs,
    modifiedMs,
    cancelledMs: status === 'canceled' ? modifiedMs : null,
  }
}
