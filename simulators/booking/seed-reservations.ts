import { dayStartMs } from '../kit/clock.ts'
import { bookedBefore, layStays } from '../kit/lay-stays.ts'
import { inventPeople, pickGuest } from '../kit/people.ts'
import { Deck, type SeededRandom } from '../kit/random.ts'
import { inventReservation } from './invent-reservation.ts'
import { nightsOf, type Store } from './store.ts'

export const firstReservationId = 2_914_006_001

/** Seeds past and future stays of connected hotels, all acknowledged long ago. */
export function seedReservations(store: Store, count: number, today: string, random: SeededRandom): void {
  const rooms = [...store.rooms.values()].filter((room) => store.hotelOf(room).connection === 'active')
  const lanes = rooms.flatMap((room) => Array.from({ length: room.units ?? 1 }, () => room))
  const people = inventPeople(count, random.fork('people'))
  const statuses = new Deck(random.fork('statuses'), [
    ['new', 14],
    ['modified', 3],
    ['cancelled', 4],
  ])
  // Nothing changed within the last 36 hours.
  const latestMs = dayStartMs(today) - 36 * 3_600_000
  const stays = layStays(lanes, { count, kindOf: () => statuses.draw() }, today, random.fork('stays'))
  for (const [index, { lane: room, kind: status, arrival, departure }] of stays.entries()) {
    const person = people[pickGuest(people, index, random)]
    if (person === undefined) continue
    const id = store.nextId('reservation', firstReservationId)
    const madeAtMs = bookedBefore(arrival, latestMs, random)
    const reservation = inventReservation(
      store,
      {
        ...{ id, room, arrival, departure, status, person, madeAtMs, count: 1 },
        rate: random.pick(store.ratesOf(room.hotel_id)),
        changedAtMs:
          status === 'new' ? madeAtMs : Math.min(latestMs, madeAtMs + random.int(1, 48) * 3_600_000),
      },
      random,
    )
    store.reservations.set(id, reservation)
    if (status !== 'cancelled') store.sell(room, nightsOf({ arrival, departure }), 1)
  }
}
