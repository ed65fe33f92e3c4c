/** What listings of a place show together: learnt once a day, kept, and taken by each of them. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { factsOf, signalFor } from './gather.ts'
import { learnTogether, type ListingPast, type Together } from './model/learn.ts'
import { learnable, pastDaysLearnt, plusDays } from './past.ts'
import { neighbours, type PricedHome } from './past-queries.ts'
import { storedModels, storeModel } from './queries.ts'

const learntForMs = 20 * 3600_000
/** More of them teach little that is new. */
const mostNeighbours = 25
const atOnce = 25

/** Places and currencies are learnt apart: seasons differ, and so does what money is worth. */
const placeOf = ({ currency, country_code: country, city }: PricedHome) => ({
  currency: currency ?? '',
  country,
  city: city === null ? null : city.toLowerCase(),
})
export const marketOf = (home: PricedHome): string => Object.values(placeOf(home)).join('|')

export async function marketModels(
  db: Queryable,
  scope: Scope,
  homes: readonly PricedHome[],
  now: Date,
): Promise<Map<string, Together>> {
  const byMarket = new Map(homes.map((home) => [marketOf(home), home]))
  const since = now.getTime() - learntForMs
  const stored = await storedModels(db, scope, [...byMarket.keys()])
  const models = new Map<string, Together>()
  for (const [market, home] of byMarket) {
    const last = stored.get(market)
    if (last && last.learned_at.getTime() > since) {
      models.set(market, last.model)
      continue
    }
    const learnt = learnTogether(await pastsAround(db, scope, home, now), last?.model)
    await storeModel(db, scope, market, learnt, now)
    models.set(market, learnt)
  }
  return models
}

async function pastsAround(db: Queryable, scope: Scope, home: PricedHome, now: Date): Promise<ListingPast[]> {
  const since = plusDays(now.toISOString().slice(0, 10), -pastDaysLearnt)
  const ids = await neighbours(db, scope, placeOf(home), { since, most: mostNeighbours })
  // One place has one course of the year: what differs between its corners is not worth a search for each neighbour.
  const signal = await signalFor(db, scope, home, now)
  const pasts: ListingPast[] = []
  for (let at = 0; at < ids.length; at += atOnce) {
    const facts = await factsOf(db, scope, ids.slice(at, at + atOnce), now, signal)
    pasts.push(...facts.flatMap((one) => learnable(one)?.past ?? []))
  }
  return pasts
}
