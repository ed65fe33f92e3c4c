/** Turns what our calendar says now into what the channel is to show. */
import type { Manifest } from '../../../connector-kit/manifest.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { firstNightAt, storedNights } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import { channelNightOf, type WishedNight } from '../../../records/selling/public.ts'
import { linksToLookAt, lockLink, noteLookedAt, type SellingLink } from './link-queries.ts'
import { datesWrittenAfter, updateDesiredNights } from './night-queries.ts'

/** Two years: no channel takes bookings further ahead. */
const soldAheadDays = 730

const nightAfter = (now: Date, days: number) =>
  String(Temporal.PlainDate.from(firstNightAt(now)).add({ days }))

/** Every night is written as far ahead as the channel's calendar is read. */
export const lastNightAt = (now: Date, { sync }: Pick<Manifest, 'sync'>): string =>
  nightAfter(now, sync.calendarDays)

/** Further ahead only nights unavailable here are written; the others are the channel's own until they come nearer. */
export const lastSoldNightAt = (now: Date): string => nightAfter(now, soldAheadDays)

export const isUnavailable = ({ stays, available }: WishedNight): boolean => stays > 0 || !available

/** The first night to write: channels refuse past nights, by midnight of their own time zone or of the property's. */
export function firstWritableNight(
  now: Date,
  { sync }: Pick<Manifest, 'sync'>,
  timeZone: string | null,
): string {
  const first = firstNightAt(now)
  if (sync.nightsTakenIn === undefined) return first
  if (sync.nightsTakenIn === 'property')
    return timeZone === null ? first : laterOf(first, todayAt(timeZone, now))
  const there = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(sync.nightsTakenIn)
  return laterOf(first, String(there.toPlainDate().subtract({ days: 1 })))
}

const laterOf = (a: string, b: string) => (a > b ? a : b)
const earlierOf = (a: string, b: string) => (a < b ? a : b)

/** Refreshes links whose nights changed, and as a whole those not compared since `comparedBefore`. */
export async function refreshDesiredNights(
  { db, clock, connectors }: Pick<Services, 'db' | 'clock' | 'connectors'>,
  scope: Scope,
  connectionId: string,
  comparedBefore: Date,
): Promise<void> {
  for (const { externalId, provider, comparedAt } of await linksToLookAt(
    db,
    scope,
    connectionId,
    comparedBefore,
  )) {
    const manifest = connectors[provider]?.manifest
    const isWhole = comparedAt === null || comparedAt <= comparedBefore
    if (manifest)
      await refreshLinkNights(
        db,
        scope,
        { connectionId, externalId },
        { manifest, now: clock.now(), isWhole },
      )
  }
}

/** `isWhole`: all nights, not only those reported as changed. */
async function refreshLinkNights(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: { connectionId: string; externalId: string },
  { manifest, now, isWhole }: { manifest: Manifest; now: Date; isWhole: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const link = await lockLink(tx, scope, connectionId, externalId)
    if (!link) return
    const [first, last] = [firstWritableNight(now, manifest, link.timeZone), lastSoldNightAt(now)]
    const stretch = {
      listingId: link.listingId,
      first: isWhole ? first : laterOf(first, link.changedFrom ?? last),
      last: isWhole ? last : earlierOf(last, link.changedTo ?? first),
    }
    const lastOfAll = lastNightAt(now, manifest)
    const requests = manifest.sync.requestsLeaveNightsOpen ? connectionId : undefined
    if (stretch.first <= stretch.last)
      await updateLinkNights(tx, scope, { connectionId, link, stretch, lastOfAll, requests, now })
    if (link.changedSince) await noteLookedAt(tx, scope, connectionId, externalId)
  })
}

interface LinkNightsUpdate {
  connectionId: string
  link: SellingLink
  stretch: { listingId: string; first: string; last: string }
  /** The last date up to which every night is written. */
  lastOfAll: string
  /** The account whose own booking requests do not close nights there. */
  requests: string | undefined
  now: Date
}

async function updateLinkNights(
  tx: Queryable,
  scope: Scope,
  { connectionId, link, stretch, lastOfAll, requests, now }: LinkNightsUpdate,
): Promise<void> {
  const nights = await storedNights(tx, scope, [stretch], now, { exceptRequestsOf: requests })
  const since = link.changedSince ?? now
  const key = { connectionId, externalId: link.externalId }
  const written =
    stretch.last > lastOfAll ? await datesWrittenAfter(tx, scope, key, lastOfAll) : new Set<string>()
  const desired = nights
    .map((night) => channelNightOf(night, link))
    .filter((night) => night.date <= lastOfAll || isUnavailable(night) || written.has(night.date))
  await updateDesiredNights(tx, scope, key, desired, { since, at: now })
}
