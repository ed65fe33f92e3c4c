/** Who reads a listing's closed nights, and what he has not read yet. */
import type { CalendarReader } from '../../contract/ical.ts'
import type { Scope } from '../../platform/tenant.ts'
import { firstNightAt, storedNights, unitsLeft, type StoredNight } from '../../records/calendar/public.ts'
import type { Services } from '../../services.ts'
import { openExports, type AskedExport, type Closed } from './export-queries.ts'
import { expectedAt } from '../read-times.ts'
import { expectedMinutes } from './show.ts'

const isSold = (night: StoredNight) =>
  unitsLeft(night) === 0 && night.stays + night.leaving + night.blocked > 0
const holds = (served: readonly Closed[], date: string) =>
  served.some(([first, until]) => first <= date && date < until)

export function toReader(reader: AskedExport, nights: readonly StoredNight[]): CalendarReader {
  const lastReadAt = reader.reads.at(-1) ?? null
  const minutes = expectedMinutes(reader)
  return {
    exportId: reader.id,
    name: reader.name,
    platform: reader.platform,
    lastReadAt: lastReadAt?.toISOString() ?? null,
    expectedIntervalMinutes: minutes,
    expectedAt: expectedAt(reader.reads, minutes),
    exposedNights: nights
      .filter((night) => isSold(night) && !holds(reader.served, night.date))
      .map(({ date }) => date),
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
  // What was read is looked at first: a sale in between makes a night exposed, never hidden.
  const readers = await openExports(db, scope, listingId)
  const shown: CalendarReader[] = []
  for (const reader of readers) {
    const stretches = first > to ? [] : [{ listingId, first, last: to }]
    const nights = await storedNights(db, scope, stretches, now, { exceptFeeds: reader.except_feeds })
    shown.push(toReader(reader, nights))
  }
  return shown
}
