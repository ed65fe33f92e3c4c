/** Sets a price of its own for each of many nights of a listing. */
import type { Services } from '../../../services.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { withSteadyKeeper } from '../../../records/listings/steady-keeper.ts'
import { lockCalendars } from '../../../records/calendar/public.ts'
import { assertWritable } from './assert-writable.ts'
import { storeNights } from './store-nights.ts'
import { writtenListings } from './write-queries.ts'
import { assertKeepersUnchanged } from './write-availability.ts'

/** Night → decimal text. */
type NightPrices = ReadonlyMap<string, string>

interface PriceWrite<R> {
  scope: Scope
  listingId: string
  /** Chooses the prices while nobody else can set nights, and the answer. */
  choose(tx: Queryable): Promise<{ prices: NightPrices; result: R }>
  /** Opens the transaction. */
  inTransaction(work: (tx: Queryable) => Promise<R>): Promise<R>
}

export function writePrices<R>(
  { db, connectors, clock }: Pick<Services, 'db' | 'connectors' | 'clock'>,
  { scope, listingId, choose, inTransaction }: PriceWrite<R>,
): Promise<R> {
  return withSteadyKeeper(async () => {
    const listings = await writtenListings(db, scope, [listingId])
    assertWritable({ ids: [listingId], listings, settings: { price: '0' }, connectors, field: undefined })
    return inTransaction(async (tx) => {
      await lockCalendars(tx, scope)
      await assertKeepersUnchanged(tx, scope, listings)
      const { prices, result } = await choose(tx)
      const groups = [...Map.groupBy(prices.keys(), (date) => prices.get(date) ?? '')].map(
        ([price, dates]) => ({ dates, settings: { price } }),
      )
      const [keeper] = listings.map((listing) => listing.keeper)
      const isOurs = keeper?.kind !== 'connection'
      if (groups.length > 0)
        await storeNights(tx, scope, {
          own: isOurs ? [listingId] : [],
          kept: isOurs ? [] : [{ listingId, connectionId: keeper.connectionId }],
          groups,
          at: clock.now(),
        })
      return result
    })
  })
}
