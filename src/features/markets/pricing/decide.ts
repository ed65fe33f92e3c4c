/** Applies and declines recommendations once each, however often somebody asks. */
import { writePrices } from '../../calendar/public.ts'
import { storedNights, stretchesOf, unitsLeft } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { pricedHomes } from './past-queries.ts'
import { pricedRows } from './queries.ts'
import {
  lockRecommendations,
  markApplied,
  markDeclined,
  type RecommendationRow,
} from './recommendation-queries.ts'
import { strategyOf } from './view.ts'

export const autoActor = 'auto'

export interface RecommendationDecision {
  listingId: string
  dates: readonly string[]
  /** `key:12`, `member:…` or `auto`. */
  by: string
  /** The Idempotency-Key: decisions made with it before a crash count as made now. */
  key: string | null
}

type TransactionStep<R> = (work: (tx: Queryable) => Promise<R>) => Promise<R>
type DecideServices = Pick<Services, 'db' | 'connectors' | 'clock'>

/** Returns how many prices were set. Sold, closed or past nights and prices beyond new bounds are left alone. */
export function applyRecommendations<R>(
  services: DecideServices,
  scope: Scope,
  { listingId, dates, by, key }: RecommendationDecision,
  { inTransaction, answer }: { inTransaction: TransactionStep<R>; answer(applied: number): R },
): Promise<R> {
  const now = services.clock.now()
  const choose = async (tx: Queryable) => {
    const known = await lockRecommendations(tx, scope, listingId, dates)
    const before = known.filter((row) => row.status === 'applied' && isOfKey(row, key)).length
    const [home] = await pricedHomes(tx, scope, [listingId])
    // The listing may have another currency by now.
    const pending = known.filter((row) => row.status === 'pending' && row.currency === home?.currency)
    const today = todayAt(home?.time_zone ?? null, now)
    const coming = pending.map(({ date }) => date).filter((date) => date >= today)
    const sellable = await sellableOf(tx, scope, listingId, coming, now)
    const isWanted = await allowedNow(tx, scope, listingId, by)
    const chosen = pending.filter((row) => sellable.has(row.date) && isWanted(row))
    const prices = new Map(chosen.map((row) => [row.date, row.recommended_price]))
    await markApplied(tx, scope, { listingId, dates: [...prices.keys()], key, now }, { by, today })
    return { prices, result: answer(before + prices.size) }
  }
  return writePrices(services, { scope, listingId, choose, inTransaction })
}

/** The strategy may have changed since the prices were computed, so it is read again. */
async function allowedNow(tx: Queryable, scope: Scope, listingId: string, by: string) {
  const { mode, minPrice, maxPrice } = strategyOf((await pricedRows(tx, scope, [listingId]))[0])
  const isWithin = (price: number) =>
    (minPrice === null || price >= Number(minPrice)) && (maxPrice === null || price <= Number(maxPrice))
  const isOpen = by !== autoActor || mode === 'auto'
  return (row: RecommendationRow) => isOpen && isWithin(Number(row.recommended_price))
}

async function sellableOf(
  tx: Queryable,
  scope: Scope,
  listingId: string,
  dates: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const nights = await storedNights(tx, scope, stretchesOf(listingId, dates), now)
  return new Set(nights.filter((night) => unitsLeft(night) > 0).map(({ date }) => date))
}

/** Returns how many were declined. */
export async function declineRecommendations(
  tx: Queryable,
  scope: Scope,
  { listingId, dates, key }: Omit<RecommendationDecision, 'by'>,
  now: Date,
): Promise<number> {
  const known = await lockRecommendations(tx, scope, listingId, dates)
  const before = known.filter((row) => row.status === 'declined' && isOfKey(row, key)).length
  const pending = known.filter(({ status }) => status === 'pending').map(({ date }) => date)
  await markDeclined(tx, scope, { listingId, dates: pending, key, now })
  return before + pending.length
}

const isOfKey = (row: { decision_key: string | null }, key: string | null) =>
  key !== null && row.decision_key === key
