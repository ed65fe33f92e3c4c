import type { PortfolioSize } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { seedHouse, standIn } from './seed-enterprise.ts'
import { seedRates } from './seed-rates.ts'
import { seedCategory, seedFeatures, seedOtherCategories } from './seed-rooms.ts'
import { seedBlocks, seedCompanies, seedParking, seedStays } from './seed-stays.ts'
import type { Store } from './store.ts'

/** The same seed, sizes and start day always give the same hotels. */
export function seedHotels(
  store: Store,
  size: PortfolioSize & { hotels: number },
  today: string,
  random: SeededRandom,
): void {
  const rooms = random.fork('rooms')
  const houses = Array.from({ length: Math.max(1, size.hotels) }, (_, index) =>
    seedHouse(store, index, today, random.fork(`house ${index}`)),
  )
  const [first] = houses
  if (first === undefined) return
  store.own = houses.length > 1 ? standIn(first.enterprise, random.fork('portfolio')) : first.enterprise
  for (const house of houses) {
    seedFeatures(store, house, today, rooms)
    if (size.listings > 0) seedOtherCategories(store, house, today, rooms)
  }
  for (let index = 0; index < size.listings; index++) {
    seedCategory(store, houses[index % houses.length] ?? first, index, today, rooms)
  }
  for (const house of houses) seedRates(store, house, today, random.fork(`rates ${house.enterprise.Id}`))
  seedCompanies(store, today, random.fork('companies'))
  seedStays(store, size.reservations, today, random.fork('stays'), size.guests)
  seedBlocks(store, today, random.fork('blocks'))
  if (size.reservations > 0) seedParking(store, today, random.fork('parking'))
}
