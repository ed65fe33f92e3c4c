/** Stores set nights: at once for native listings, queued for the account of the others. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  firstNightAt,
  setNightsAndTell,
  writeOwnNights,
  type OwnNightSettings,
} from '../../../records/calendar/public.ts'
import { queuePushes, wakePushConnections } from '../selling/push-queries.ts'

export interface NightSettingsGroup {
  dates: readonly string[]
  settings: OwnNightSettings
}

export interface NightsToStore {
  /** Native listings. */
  own: readonly string[]
  /** Listings of accounts. Notes and arrival days cannot be sent there. */
  kept: readonly { listingId: string; connectionId: string }[]
  groups: readonly NightSettingsGroup[]
  at: Date
}

/** The caller holds the calendars. Writing many nights takes a while, so the workspace is locked last, for the events only. */
export async function storeNights(
  tx: Queryable,
  scope: Scope,
  { own, kept, groups, at }: NightsToStore,
): Promise<void> {
  // Past nights stay as the account has them.
  const first = firstNightAt(at)
  const coming = groups
    .map(({ dates, settings }) => ({ dates: dates.filter((date) => date >= first), settings }))
    .filter(({ dates }) => dates.length > 0)
  const keptIds = kept.map(({ listingId }) => listingId)
  const set = [
    ...own.map((listingId) => ({ listingId, dates: datesOf(groups) })),
    ...keptIds.map((listingId) => ({ listingId, dates: datesOf(coming) })),
  ]
  await setNightsAndTell(tx, scope, at, set, async () => {
    for (const { dates, settings } of own.length > 0 ? groups : [])
      await writeOwnNights(tx, scope, { listingIds: own, dates, at }, settings)
    if (kept.length === 0 || coming.length === 0) return
    for (const { dates, settings } of coming)
      await queuePushes(tx, scope, { listingIds: keptIds, dates, at }, settings)
    const connectionIds = new Set(kept.map(({ connectionId }) => connectionId))
    await wakePushConnections(tx, scope, [...connectionIds], at)
  })
}

const datesOf = (groups: readonly NightSettingsGroup[]): string[] => groups.flatMap(({ dates }) => [...dates])
