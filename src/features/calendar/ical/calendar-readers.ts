/** Who reads a listing's closed nights, and which nights each has not read yet. */
import type { CalendarReader } from '../../../contract/ical.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt, storedNights, unitsLeft, type StoredNight } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import type { Services } from '../../../services.ts'
import { expectedReadAt } from '../readers/read-times.ts'
import type { ReaderSource } from '../readers/look-at-readers.ts'
import { readableExport, readableExports, type ReadableExport, type ClosedSpan } from './export-queries.ts'
import { exportWindow } from './render-calendar.ts'
import { expectedMinutes } from './show.ts'

const isSold = (night: StoredNight) =>
  unitsLeft(night) === 0 && night.stays + night.leaving + night.blocked > 0
const servesAsClosed = (served: readonly ClosedSpan[], date: string) =>
  served.some(([first, until]) => first <= date && date < until)

const unreadNights = (reader: ReadableExport, nights: readonly StoredNight[]): string[] =>
  nights
    .filter((night) => isSold(night) && !servesAsClosed(reader.served, night.date))
    .map(({ date }) => date)

function toReader(reader: ReadableExport, nights: readonly StoredNight[]): CalendarReader {
  const lastReadAt = reader.reads.at(-1) ?? null
  const minutes = expectedMinutes(reader)
  return {
    exportId: reader.id,
    name: reader.name,
    platform: reader.platform,
    lastReadAt: lastReadAt?.toISOString() ?? null,
    expectedIntervalMinutes: minutes,
    expectedAt: expectedReadAt(reader.reads, minutes),
    exposedNights: unreadNights(reader, nights),
  }
}

export async function readersOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  listingId: string,
  { from, to }: { from: string; to: string },
): Promise<CalendarReader[]> {
  const now = clock.now()
  const coming = firstNightAt(now)
  const first = from < coming ? coming : from
  // Read the fetches first: a sale in between then makes a night exposed, never hidden.
  const readers = await readableExports(db, scope, listingId)
  const shown: CalendarReader[] = []
  for (const reader of readers) {
    const stretches = first > to ? [] : [{ listingId, first, last: to }]
    const nights = await storedNights(db, scope, stretches, now, { exceptFeeds: reader.except_feeds })
    shown.push(toReader(reader, nights))
  }
  return shown
}

/** Readers of calendar addresses. */
export const icalReaderSource: ReaderSource = {
  kind: 'ical',
  async read(db, { workspaceId, readerId }, now) {
    const scope = { workspaceId }
    // Read the fetches first, as above.
    const reader = await readableExport(db, scope, readerId)
    if (!reader) return null
    const [first, last] = [firstNightAt(now), exportWindow(todayAt(reader.time_zone, now)).last]
    const stretch = { listingId: reader.listing_id, first, last }
    const nights = await storedNights(db, scope, [stretch], now, { exceptFeeds: reader.except_feeds })
    return {
      channel: reader.platform,
      name: reader.name,
      lastReadAt: reader.reads.at(-1) ?? null,
      intervalMinutes: expectedMinutes(reader),
      exposed: unreadNights(reader, nights),
    }
  },
}
