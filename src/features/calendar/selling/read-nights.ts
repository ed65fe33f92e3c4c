/** Reads nights of channel listings as the channel shows them, in as few calls as it allows. */
import type { SyncEnvironment } from '../../../upstream/client.ts'
import type { CalendarWrites } from '../../../connector-kit/calendar-write-operations.ts'
import { WritePolicy } from '../../../contract/connection.ts'
import type { SideTurn } from '../../sync/public.ts'
import { daysBetween } from '../../../connector-kit/dates.ts'
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import type { VendorContext } from '../../../connector-kit/vendor-context.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import { splitIntoGroups, maxClosingCalls } from './pieces.ts'

export interface SellingPass extends SideTurn {
  environment: SyncEnvironment
  writes: CalendarWrites
  policy: WritePolicy['calendar']
}

export interface NightReadRequest {
  externalId: string
  unitCount: number
  dates: readonly string[]
  /** Set where only availability was sent, so nothing else need be read. */
  only?: 'open' | undefined
}

/** Keyed by date. */
export type ShownNights = ReadonlyMap<string, CalendarDayRecord>

/** Gaps up to this many nights are read along, because they cost no further call. */
const readAlong = 31

/** Groups dates into ranges, without reading long gaps between them. */
function rangesOf(dates: readonly string[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  for (const date of dates.toSorted()) {
    const last = ranges.at(-1)
    if (last && daysBetween(last.to, date) <= readAlong) last.to = date
    else ranges.push({ from: date, to: date })
  }
  return ranges
}

interface NightReadRange {
  from: string
  to: string
  listings: readonly Pick<NightReadRequest, 'externalId' | 'unitCount' | 'only'>[]
}

/** Joins equal ranges of several listings where the channel answers them in one call. */
function groupRanges(requests: readonly NightReadRequest[], mostListings: number): NightReadRange[] {
  return splitIntoGroups(requests, mostListings).flatMap((group) =>
    rangesOf([...new Set(group.flatMap(({ dates }) => dates))]).map(({ from, to }) => ({
      ...{ from, to },
      listings: group.filter(({ dates }) => dates.some((date) => date >= from && date <= to)),
    })),
  )
}

type ReadableCalendar = NonNullable<SellingPass['connector']['operations']['calendar']>
type DaysByListing = Map<string, readonly CalendarDayRecord[]>
type ReadFailureHandler = (listings: NightReadRange['listings'], error: unknown) => void

/** Listings that cannot be read are left out of the answer. */
async function readRange(
  calendar: ReadableCalendar,
  context: VendorContext,
  { listings, ...range }: NightReadRange,
  onFailure: ReadFailureHandler,
): Promise<DaysByListing> {
  const found = await readListingsTogether(calendar, context, { listings, ...range }, onFailure)
  if (found === null) return new Map()
  for (const listing of listings.filter(({ externalId }) => !found.has(externalId))) {
    try {
      found.set(listing.externalId, await calendar.range(context, { listing, ...range, only: listing.only }))
    } catch (error) {
      onFailure([listing], error)
      if (!isOwnFault(error)) break
    }
  }
  return found
}

/** The failure is of this listing alone: no outage, and the limit has room. */
const isOwnFault = (error: unknown) =>
  error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'not_found')

/** A listing missing from the joint answer is read by itself; null: calling again now is pointless. */
async function readListingsTogether(
  { together }: ReadableCalendar,
  context: VendorContext,
  stretch: NightReadRange,
  onFailure: ReadFailureHandler,
): Promise<DaysByListing | null> {
  if (!together || stretch.listings.length < 2) return new Map()
  try {
    return new Map(await together.ranges(context, stretch))
  } catch (error) {
    onFailure(stretch.listings, error)
    return isOwnFault(error) ? new Map() : null
  }
}

/** Keyed by listing; an absent listing could not be read. */
export async function readNights(
  pass: Pick<SellingPass, 'connector' | 'client' | 'environment'>,
  requests: readonly NightReadRequest[],
  lane: CallLane,
): Promise<ReadonlyMap<string, ShownNights>> {
  const { calendar } = pass.connector.operations
  const { clock, log } = pass.environment.services
  if (!calendar) return new Map()
  const context = { http: pass.client.lane(lane), now: () => clock.now() }
  const failed = new Set<string>()
  const found = new Map<string, CalendarDayRecord[]>(requests.map(({ externalId }) => [externalId, []]))
  const onFailure: ReadFailureHandler = (listings, err) => {
    const listing = listings.map(({ externalId }) => externalId).join(' ')
    log.info({ err, listing }, 'nights of a channel could not be read')
  }
  const stretches = groupRanges(requests, calendar.together?.listings ?? 1)
  for (const group of splitIntoGroups(stretches, maxClosingCalls)) {
    const read = await Promise.all(group.map((stretch) => readRange(calendar, context, stretch, onFailure)))
    for (const [place, { listings }] of group.entries()) {
      for (const { externalId } of listings) {
        const days = read[place]?.get(externalId)
        if (days === undefined) failed.add(externalId)
        else found.get(externalId)?.push(...days)
      }
    }
  }
  return new Map(
    [...found]
      .filter(([externalId]) => !failed.has(externalId))
      .map(([externalId, days]) => [externalId, new Map(days.map((day) => [day.date, day]))]),
  )
}
