/** Nights as they were set: those of listings kept here at once, those of an account as a wish that is sent to it. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  firstNightAt,
  setAndTell,
  writeOwnNights,
  type OwnSettings,
} from '../../../records/calendar/public.ts'
import { setNights, wakePushConnections } from '../pushes/queries.ts'

export interface NightSettingsGroup {
  dates: readonly string[]
  settings: OwnSettings
}

export interface NightsToStore {
  /** Listings that are kept here. */
  own: readonly string[]
  /** Listings of accounts. Notes and days of arrival are nothing that could be sent there. */
  kept: readonly { listingId: string; connectionId: string }[]
  groups: readonly NightSettingsGroup[]
  at: Date
}

/** The caller has the calendars. Many nights take a while to write, so the workspace is taken last, for the events only. */
export async function storeNights(
  tx: Queryable,
  scope: Scope,
  { own, kept, groups, at }: NightsToStore,
): Promise<void> {
  // What is over stays as the account has it.
  const first = firstNightAt(at)
  const coming = groups
    .map(({ dates, settings }) => ({ dates: dates.filter((date) => date >= first), settings }))
    .filter(({ dates }) => dates.length > 0)
  const keptIds = kept.map(({ listingId }) => listingId)
  const set = [
    ...own.map((listingId) => ({ listingId, dates: datesOf(groups) })),
    ...keptIds.map((listingId) => ({ listingId, dates: datesOf(coming) })),
  ]
  await setAndTell(tx, scope, at, set, async () => {
    for (const { dates, settings } of own.length > 0 ? groups : [])
      await writeOwnNights(tx, scope, { listingIds: own, dates, at }, settings)
    if (kept.length === 0 || coming.length === 0) return
    for (const { dates, settings } of coming)
      await setNights(tx, scope, { listingIds: keptIds, dates, at }, settings)
    const connectionIds = new Set(kept.map(({ connectionId }) => connectionId))
    await wakePushConnections(tx, scope, [...connectionIds], at)
  })
}

const datesOf = (groups: readonly NightSettingsGroup[]): string[] => groups.flatMap(({ dates }) => [...dates])
