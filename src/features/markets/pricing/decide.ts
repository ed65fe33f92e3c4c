/** Applying and declining recommendations: once each, whoever presses twice. */
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
  /** `key:12`, `member:…`, `auto`. */
  by: string
  /** The Idempotency-Key: what was decided with it before a crash counts as decided now. */
  key: string | null
}

type TransactionStep<R> = (work: (tx: Queryable) => Promise<R>) => Promise<R>
type DecideServices = Pick<Services, 'db' | 'connectors' | 'clock'>

/** Answers how many prices were set. Nights that are sold, closed or over by now, and prices beyond bounds that were set meanwhile, are left alone. */
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
    // The listing may be priced in another currency by now.
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

/** What the strategy is by now: it may have been set since the prices were reckoned. */
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

/** Answers how many were declined. */
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
