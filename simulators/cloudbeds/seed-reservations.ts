import { dayStartMs } from '../kit/clock.ts'
import { bookedBefore, byArrival, layStays } from '../kit/lay-stays.ts'
import { inTurn, inventPerson } from '../kit/people.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { inventReservation } from './invent-reservation.ts'
import type { RoomType } from './records.ts'
import type { Store } from './store.ts'
import { futureStatuses, pastStatuses, sources } from './vocabulary.ts'

const lengths = [1, 2, 2, 3, 3, 4, 5, 7]

/** Seeds past and future reservations. No two share a room's night; nothing is newer than two hours before today. */
export function seedReservations(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  guests?: number,
): void {
  const details = random.fork('details')
  const nowMs = dayStartMs(today) - 2 * 3_600_000
  const decks = {
    past: new Deck(random.fork('past'), pastStatuses),
    future: new Deck(random.fork('future'), futureStatuses),
    source: new Deck(random.fork('source'), sources),
  }
  const personOf = inTurn(guests, (index) => inventPerson(details, index))
  const rows = { count, kindOf: () => 'stay', lengths }
  const slots = layStays(store.rooms, rows, today, random).toSorted(byArrival)
  for (const [index, { lane: room, arrival: startDate, departure: endDate }] of slots.entries()) {
    const isPast = endDate <= today
    const isHere = startDate <= today && !isPast
    const status = isHere ? 'checked_in' : (isPast ? decks.past : decks.future).draw()
    const plan = {
      roomType: store.roomTypes.get(room.roomTypeID) as RoomType,
      // Some future guests have no room yet.
      roomID: !isPast && !isHere && index % 6 === 5 ? null : room.roomID,
      startDate,
      endDate,
      status,
      source: decks.source.draw(),
      person: personOf(index),
      madeAtMs: bookedBefore(startDate, nowMs, details),
      nowMs,
    }
    const row = inventReservation(store, plan, details)
    row.isDeleted = index % 50 === 31
    row.isAnonymized = isPast && index % 40 === 17
    store.reservations.set(row.reservationID, row)
  }
  groupSome(store)
}

/** Some bookings become the second room of another one of the same property. */
function groupSome(store: Store): void {
  const rows = [...store.reservations.values()].filter(({ status }) => status === 'confirmed')
  for (let index = 3; index + 1 < rows.length; index += 15) {
    const [row, other] = [rows[index], rows[index + 1]]
    if (row === undefined || other === undefined || row.propertyID !== other.propertyID) continue
    const { roomTypeID, adults, children } = other
    row.extraRooms.push({
      number: 2,
      roomTypeID,
      // The dates are the first room's, on which this room may be taken.
      roomID: null,
      adults: adults ?? 1,
      children: children ?? 0,
    })
    row.total = Math.round(((row.total ?? 0) + (other.total ?? 0)) * 100) / 100
    store.reservations.delete(other.reservationID)
  }
}
