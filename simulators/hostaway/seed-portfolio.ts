import { addDays } from '../kit/clock.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './calendar.ts'
import { seedConversations } from './seed-conversations.ts'
import { seedListings } from './seed-listings.ts'
import { seedReservations } from './seed-reservations.ts'
import { seedReviews } from './seed-reviews.ts'
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
  seedConversations(store, today, random.fork('conversations'))
  seedReviews(store, today, random.fork('reviews'))
}

/** Nights closed by hand in the coming half year, where nobody has booked. */
function seedBlocks(store: Store, today: string, random: SeededRandom): void {
  for (const listing of store.listings.values()) {
    for (let count = random.int(0, 2); count > 0; count--) {
      // A whole listing is closed, so every unit has to be free: look for room as if there were one unit.
      const stays = occupied(store, listing)
      const free = firstFreeStay(stays, 1, addDays(today, random.int(1, 180)), random.int(1, 6))
      store.addBlock({
        listingMapId: listing.id,
        from: free.arrival,
        to: addDays(free.departure, -1),
        note: random.chance(0.6) ? 'Repairs' : null,
      })
    }
  }
}
