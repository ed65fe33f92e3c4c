/**
 * Closes nights in the PMS that keeps a listing when its feeds close them, if the write policy allows. Checked after
 * every reading and periodically, so that a crash in between loses nothing.
 */
import type { Scope } from '../../../platform/tenant.ts'
import {
  allNightsOf,
  firstNightAt,
  lockCalendars,
  setNightsAndTell,
  storedNights,
} from '../../../records/calendar/public.ts'
import type { Services } from '../../../services.ts'
import { queuePushes, wakePushConnections } from '../selling/push-queries.ts'
import {
  dueKeeperListings,
  keeperOfListing,
  postponeKeeperLook,
  updateNightsClosedAtKeeper,
  nightsClosedAtKeeper,
} from './keeper-queries.ts'
import { keeperNightChanges, toIcalKeeper } from './keeper-rules.ts'

type KeeperClosingDeps = Pick<Services, 'db' | 'clock' | 'connectors'>

/** Pause before a PMS that cannot be written is tried again. */
const againMs = 15 * 60_000

export async function closeAtKeeper(
  { db, clock, connectors }: KeeperClosingDeps,
  scope: Scope,
  listingId: string,
): Promise<void> {
  const kept = await keeperOfListing(db, scope, listingId)
  if (!kept) return
  const now = clock.now()
  const lookAt = new Date(now.getTime() + againMs)
  if (toIcalKeeper(kept.keeper, kept.unit_count, connectors)?.told !== true) {
    // A native listing by now: nobody else needs its nights.
    if (kept.keeper.kind === 'us')
      await updateNightsClosedAtKeeper(db, scope, listingId, {
        close: [],
        forget: await nightsClosedAtKeeper(db, scope, listingId),
        lookAt,
      })
    else await postponeKeeperLook(db, scope, listingId, lookAt)
    return
  }
  await db.transaction().execute(async (tx) => {
    await lockCalendars(tx, scope)
    // Prevents a handover from here on.
    const current = await keeperOfListing(tx, scope, listingId)
    if (!current || current.keeper.kind === 'us') return
    const { keeper, feeds } = current
    if (toIcalKeeper(keeper, current.unit_count, connectors)?.told !== true) return
    const stretches = [allNightsOf(listingId, now)]
    const sentNights = new Set(await nightsClosedAtKeeper(tx, scope, listingId))
    const [all, bare] = [
      await storedNights(tx, scope, stretches, now),
      await storedNights(tx, scope, stretches, now, { exceptFeeds: feeds }),
    ]
    const first = firstNightAt(now)
    const { close, open, forget } = keeperNightChanges(all, bare, sentNights)
    const coming = (dates: readonly string[]) => dates.filter((date) => date >= first)
    const [shut, free] = [coming(close), coming(open)]
    const set = [{ listingId, dates: [...shut, ...free] }]
    await setNightsAndTell(tx, scope, now, shut.length + free.length === 0 ? [] : set, async () => {
      const about = { listingIds: [listingId], at: now }
      if (shut.length > 0) await queuePushes(tx, scope, { ...about, dates: shut }, { available: false })
      if (free.length > 0) await queuePushes(tx, scope, { ...about, dates: free }, { available: true })
      if (shut.length + free.length > 0) await wakePushConnections(tx, scope, [keeper.connectionId], now)
      await updateNightsClosedAtKeeper(tx, scope, listingId, { close: shut, forget, lookAt })
      await postponeKeeperLook(tx, scope, listingId, lookAt)
    })
  })
}

/** Answers how many listings were checked. */
export async function closeAtDueKeepers(services: KeeperClosingDeps, limit: number): Promise<number> {
  const due = await dueKeeperListings(services.db, services.clock.now(), limit)
  for (const { workspaceId, listingId } of due) await closeAtKeeper(services, { workspaceId }, listingId)
  return due.length
}
