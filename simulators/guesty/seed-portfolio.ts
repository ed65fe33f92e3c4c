import { addDays, dayStartMs } from '../kit/clock.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './calendar.ts'
import { seedListings } from './seed-listings.ts'
import { seedReservations } from './seed-reservations.ts'
import { seedReviews } from './seed-reviews.ts'
import { seedThreads } from './seed-threads.ts'
import type { Store } from './store.ts'

/** The same seed, sizes and start day always give the same account. */
export function seedPortfolio(
  store: Store,
  size: { listings: number; reservations: number },
  today: string,
  random: SeededRandom,
): void {
  seedListings(store, size.listings, today, random.fork('listings'))
  seedReservations(store, size.reservations, today, random.fork('reservations'))
  seedBlocks(store, today, random.fork('blocks'))
  seedThreads(store, today, random.fork('threads'))
  seedReviews(store, today, random.fork('reviews'))
}

/** Nights closed by hand in the coming half year, where nobody has booked. */
function seedBlocks(store: Store, today: string, random: SeededRandom): void {
  for (const listing of store.roots()) {
    for (let count = random.int(0, 2); count > 0; count--) {
      // A whole listing is closed, so every unit has to be free: look for room as if there were one unit.
      const from = addDays(today, random.int(1, 180))
      const free = firstFreeStay(occupied(store, listing), 1, from, random.int(1, 6))
      store.addBlock({
        id: store.ids.make(dayStartMs(today) - 1000),
        listingId: listing._id,
        from: free.arrival,
        to: addDays(free.departure, -1),
        type: random.pick(['m', 'm', 'o']),
      })
    }
  }
}
