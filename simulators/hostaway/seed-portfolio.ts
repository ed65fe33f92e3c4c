import { nightsToClose } from '../kit/lay-stays.ts'
import type { PortfolioSize } from '../kit/definition.ts'
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
  { multiUnit = true, ...size }: PortfolioSize & { multiUnit?: boolean },
  today: string,
  random: SeededRandom,
): void {
  seedListings(store, { count: size.listings, multiUnit }, today, random.fork('listings'))
  seedReservations(store, size.reservations, today, random.fork('reservations'), size.guests)
  seedBlocks(store, today, random.fork('blocks'))
  seedConversations(store, today, random.fork('conversations'))
  seedReviews(store, today, random.fork('reviews'))
}

/** Closes free nights by hand in the coming half year. */
function seedBlocks(store: Store, today: string, random: SeededRandom): void {
  for (const listing of store.listings.values()) {
    for (let count = random.int(0, 2); count > 0; count--) {
      const nights = nightsToClose(occupied(store, listing), today, random)
      store.addBlock({ listingMapId: listing.id, ...nights, note: random.chance(0.6) ? 'Repairs' : null })
    }
  }
}
