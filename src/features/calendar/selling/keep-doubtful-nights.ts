/**
 * After a restore: nights that a channel shows closed and that are open here stay closed, because a booking that was lost
 * may be the reason.
 */
import type { Scope, Queryable } from '../../../platform/tenant.ts'
import {
  lockCalendars,
  setNightsAndTell,
  storedNights,
  writeOwnNights,
} from '../../../records/calendar/public.ts'
import { channelNightOf } from '../../../records/selling/public.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'
import { dayAfter } from '../../../platform/civil-day.ts'
import { openSideTurn } from '../../sync/public.ts'
import { firstWritableNight, lastNightAt } from './desired-nights.ts'
import { insertKeptNights, shownBefore, type DoubtfulNight } from './kept-night-queries.ts'
import { linksToLookAt, type SellingLink } from './link-queries.ts'
import { readNights, type ShownNights } from './read-nights.ts'
import { toShownDay } from './settle-answers.ts'

export interface DoubtfulNightsReport {
  kept: number
  /** Channel listings whose nights could not be read. */
  unread: string[]
}

/** Far ahead, so that every link counts as not compared. */
const anyTime = new Date('9999-12-31T00:00:00Z')

export async function keepDoubtfulNights(
  environment: SyncEnvironment,
  scope: Scope,
  connectionId: string,
  epoch: string,
): Promise<DoubtfulNightsReport> {
  const { db, clock } = environment.services
  const all = await linksToLookAt(db, scope, connectionId, anyTime)
  // A listing that was taken off the channel is closed there whatever was sold.
  const links = all.filter(({ isUnlisted }) => !isUnlisted)
  if (links.length === 0) return { kept: 0, unread: [] }
  const opened = await openSideTurn(environment, scope, connectionId)
  if (typeof opened === 'string') return { kept: 0, unread: links.map(({ externalId }) => externalId) }
  try {
    const { manifest } = opened.connector
    // A channel that reads our calendar shows nothing of its own.
    if (opened.connector.operations.calendar === undefined) return { kept: 0, unread: [] }
    const stretchOf = ({ timeZone }: SellingLink) => ({
      first: firstWritableNight(clock.now(), manifest, timeZone),
      last: lastNightAt(clock.now(), manifest),
    })
    const requests = links.map((link) => ({
      externalId: link.externalId,
      unitCount: link.unitCount,
      dates: datesOf(stretchOf(link)),
    }))
    const shown = await readNights({ ...opened, environment }, requests, 'calendar')
    let kept = 0
    for (const link of links) {
      const days = shown.get(link.externalId)
      if (days !== undefined)
        kept += await keepClosed(db, scope, {
          connectionId,
          epoch,
          link,
          days,
          ...stretchOf(link),
          now: clock.now(),
        })
    }
    return { kept, unread: requests.map(({ externalId }) => externalId).filter((id) => !shown.has(id)) }
  } finally {
    await opened.client.close()
  }
}

function datesOf({ first, last }: { first: string; last: string }): string[] {
  const dates: string[] = []
  for (let date = first; date <= last; date = dayAfter(date)) dates.push(date)
  return dates
}

interface LinkComparison {
  connectionId: string
  epoch: string
  link: SellingLink
  days: ShownNights
  first: string
  last: string
  now: Date
}

function keepClosed(db: Queryable, scope: Scope, compared: LinkComparison): Promise<number> {
  const { connectionId, epoch, link, now } = compared
  const { listingId } = link
  return db.transaction().execute(async (tx) => {
    await lockCalendars(tx, scope)
    const doubtful = await doubtfulNights(tx, scope, compared)
    if (doubtful.length === 0) return 0
    const set = [{ listingId, dates: doubtful.map(({ date }) => date) }]
    await setNightsAndTell(tx, scope, now, set, async () => {
      for (const [shownUnits, nights] of Map.groupBy(doubtful, (night) => night.shownUnits)) {
        for (const [uncounted, same] of Map.groupBy(nights, (night) => night.uncounted)) {
          const dates = same.map(({ date }) => date)
          const settings =
            shownUnits === 0 ? { available: false } : { availableUnits: shownUnits + uncounted }
          await writeOwnNights(tx, scope, { listingIds: [listingId], dates, at: now }, settings)
        }
      }
    })
    await insertKeptNights(tx, scope, { listingId, connectionId, epoch, at: now }, doubtful)
    return doubtful.length
  })
}

/** A night that the channel showed closed before the backup already is no sign of a lost booking. */
async function doubtfulNights(
  tx: Queryable,
  scope: Scope,
  { connectionId, link, days, first, last, now }: LinkComparison,
): Promise<DoubtfulNight[]> {
  const { listingId, externalId } = link
  const nights = await storedNights(tx, scope, [{ listingId, first, last }], now)
  const before = await shownBefore(tx, scope, { connectionId, externalId })
  return nights.flatMap((night): DoubtfulNight[] => {
    const day = days.get(night.date)
    if (day === undefined) return []
    const { unitsLeft } = channelNightOf(night, link)
    const { shownUnits } = toShownDay(day)
    const isNew = shownUnits < (before.get(night.date) ?? Number.POSITIVE_INFINITY)
    return shownUnits < unitsLeft && isNew
      ? [{ date: night.date, shownUnits, unitsLeft, uncounted: night.uncounted }]
      : []
  })
}
