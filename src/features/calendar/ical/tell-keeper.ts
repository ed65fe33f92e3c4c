/**
 * What feeds close is closed in the PMS that keeps the listing, too, where its write policy lets it. Looked at after every
 * reading and now and then, and never only when something changes: a process that dies between the two loses nothing.
 */
import type { Scope } from '../../../platform/tenant.ts'
import {
  allNightsOf,
  firstNightAt,
  lockCalendars,
  setAndTell,
  storedNights,
} from '../../../records/calendar/public.ts'
import type { Services } from '../../../services.ts'
import { setNights, wakeTurns } from '../pushes/queries.ts'
import { dueListings, keptListing, lookLater, storeTold, toldNights } from './keeper-queries.ts'
import { nightsToTell, toldKeeper } from './keeper-rules.ts'

type Needed = Pick<Services, 'db' | 'clock' | 'connectors'>

/** A PMS that cannot be told is looked at again after this. */
const againMs = 15 * 60_000

export async function tellKeeper(
  { db, clock, connectors }: Needed,
  scope: Scope,
  listingId: string,
): Promise<void> {
  const kept = await keptListing(db, scope, listingId)
  if (!kept) return
  const now = clock.now()
  const lookAt = new Date(now.getTime() + againMs)
  if (toldKeeper(kept.keeper, kept.unit_count, connectors)?.told !== true) {
    // Kept here by now, the nights are nobody else's.
    if (kept.keeper.kind === 'us')
      await storeTold(db, scope, listingId, {
        close: [],
        forget: await toldNights(db, scope, listingId),
        lookAt,
      })
    else await lookLater(db, scope, listingId, lookAt)
    return
  }
  await db.transaction().execute(async (tx) => {
    await lockCalendars(tx, scope)
    // Nobody is handed over from here on.
    const current = await keptListing(tx, scope, listingId)
    if (!current || current.keeper.kind === 'us') return
    const { keeper, feeds } = current
    if (toldKeeper(keeper, current.unit_count, connectors)?.told !== true) return
    const stretches = [allNightsOf(listingId, now)]
    const told = new Set(await toldNights(tx, scope, listingId))
    const [all, bare] = [
      await storedNights(tx, scope, stretches, now),
      await storedNights(tx, scope, stretches, now, { exceptFeeds: feeds }),
    ]
    const first = firstNightAt(now)
    const { close, open, forget } = nightsToTell(all, bare, told)
    const coming = (dates: readonly string[]) => dates.filter((date) => date >= first)
    const [shut, free] = [coming(close), coming(open)]
    const set = [{ listingId, dates: [...shut, ...free] }]
    await setAndTell(tx, scope, now, shut.length + free.length === 0 ? [] : set, async () => {
      const about = { listingIds: [listingId], at: now }
      if (shut.length > 0) await setNights(tx, scope, { ...about, dates: shut }, { available: false })
      if (free.length > 0) await setNights(tx, scope, { ...about, dates: free }, { available: true })
      if (shut.length + free.length > 0) await wakeTurns(tx, scope, [keeper.connectionId], now)
      await storeTold(tx, scope, listingId, { close: shut, forget, lookAt })
      await lookLater(tx, scope, listingId, lookAt)
    })
  })
}

/** Answers how many listings were looked at. */
export async function tellDueKeepers(services: Needed, limit: number): Promise<number> {
  const due = await dueListings(services.db, services.clock.now(), limit)
  for (const { workspaceId, listingId } of due) await tellKeeper(services, { workspaceId }, listingId)
  return due.length
}
