import { addDays, dayStartMs } from '../kit/clock.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { inventReservation } from './invent-reservation.ts'
import type { Room, RoomType } from './records.ts'
import type { Store } from './store.ts'
import { futureStatuses, pastStatuses, sources } from './vocabulary.ts'

const furthestDayAhead = 300
const spreadDays = 800

/** Reservations past and to come. No two share a night in one room; nothing is newer than two hours before today. */
export function seedReservations(store: Store, count: number, today: string, random: SeededRandom): void {
  const details = random.fork('details')
  const nowMs = dayStartMs(today) - 2 * 3_600_000
  const decks = {
    past: new Deck(random.fork('past'), pastStatuses),
    future: new Deck(random.fork('future'), futureStatuses),
    source: new Deck(random.fork('source'), sources),
  }
  for (const [index, { room, startDate, endDate }] of planSlots(store, count, today, random).entries()) {
    const isPast = endDate <= today
    const isHere = startDate <= today && !isPast
    const status = isHere ? 'checked_in' : (isPast ? decks.past : decks.future).draw()
    const latestMs = Math.min(nowMs, dayStartMs(startDate))
    const plan = {
      roomType: store.roomTypes.get(room.roomTypeID) as RoomType,
      // Some coming guests have no room yet.
      roomID: !isPast && !isHere && index % 6 === 5 ? null : room.roomID,
      startDate,
      endDate,
      status,
      source: decks.source.draw(),
      person: inventPerson(details, index),
      madeAtMs: latestMs - details.int(3600, 120 * 86_400) * 1000,
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
      // The days are those of the first room, where the other one may be taken.
      roomID: null,
      adults: adults ?? 1,
      children: children ?? 0,
    })
    row.total = Math.round(((row.total ?? 0) + (other.total ?? 0)) * 100) / 100
    store.reservations.delete(other.reservationID)
  }
}

interface Slot {
  room: Room
  startDate: string
  endDate: string
}

function planSlots(store: Store, count: number, today: string, random: SeededRandom): Slot[] {
  if (store.rooms.length === 0) return []
  const perRoom = Math.floor(count / store.rooms.length)
  const slots = store.rooms.flatMap((room, number) =>
    roomSlots(room, perRoom + (number < count % store.rooms.length ? 1 : 0), today, random),
  )
  return slots.toSorted((left, right) => left.startDate.localeCompare(right.startDate))
}

/** Lays the stays of one room one after the other. */
function roomSlots(room: Room, count: number, today: string, random: SeededRandom): Slot[] {
  const stays = Array.from({ length: count }, () => random.pick([1, 2, 2, 3, 3, 4, 5, 7]))
  const total = stays.reduce((sum, nights) => sum + nights, 0)
  const widestGap = Math.max(1, Math.floor((2 * (spreadDays - total)) / Math.max(1, count)))
  const gaps = stays.map(() => random.int(0, widestGap))
  let day = addDays(today, furthestDayAhead - total - gaps.reduce((sum, gap) => sum + gap, 0))
  return stays.map((nights, index) => {
    const startDate = addDays(day, gaps[index] ?? 0)
    day = addDays(startDate, nights)
    return { room, startDate, endDate: day }
  })
}
