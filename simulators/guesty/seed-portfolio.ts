import { dayStartMs } from '../kit/clock.ts'
import { nightsToClose } from '../kit/lay-stays.ts'
import type { PortfolioSize } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './calendar.ts'
import { seedListings } from './seed-listings.ts'
import { seedReservations } from './seed-reservations.ts'
import { seedReviews } from './seed-reviews.ts'
import { seedThreads } from './seed-threads.ts'
import type { Store } from './store.ts'

/** The same seed, sizes and start day always give the same account. */
export function seedPortfolio(store: Store, size: PortfolioSize, today: string, random: SeededRandom): void {
  seedListings(store, size.listings, today, random.fork('listings'))
  seedReservations(store, size.reservations, today, random.fork('reservations'), size.guests)
  seedBlocks(store, today, random.fork('blocks'))
  seedThreads(store, today, random.fork('threads'))
  seedReviews(store, today, random.fork('reviews'))
}

/** Nights closed by hand in the coming half year, where nobody has booked. */
function seedBlocks(store: Store, today: string, random: SeededRandom): void {
  for (const listing of store.roots()) {
    for (let count = random.int(0, 2); count > 0; count--) {
      const nights = nightsToClose(occupied(store, listing), today, random)
      const id = store.ids.make(dayStartMs(today) - 1000)
      store.addBlock({ id, listingId: listing._id, ...nights, type: random.pick(['m', 'm', 'o']) })
    }
  }
}
