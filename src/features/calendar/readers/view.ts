/** Readers that still offer sold nights, as the API shows them. */
import type { ExposedReader, ExposureSummary } from '../../../contract/exposure.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt } from '../../../records/calendar/public.ts'
import type { Services } from '../../../services.ts'
import { expectedReadAt } from './read-times.ts'
import { exposedReaders, type ExposedReaderRow } from './look-queries.ts'
import { earliest } from './rules.ts'

function toExposedReader(row: ExposedReaderRow, firstNight: string): ExposedReader {
  const { door, readerId, listingId, channel, name, lastReadAt, intervalMinutes } = row
  const nights = row.nights.filter(({ date }) => date >= firstNight)
  return {
    ...{ listingId, kind: door, readerId, channel, name },
    lastReadAt: lastReadAt?.toISOString() ?? null,
    expectedIntervalMinutes: intervalMinutes,
    expectedAt: expectedReadAt(lastReadAt ? [lastReadAt] : [], intervalMinutes),
    exposedNights: nights.length,
    exposedSince: earliest(nights.map(({ since }) => since))?.toISOString() ?? null,
    overdue: nights.some(({ toldAt }) => toldAt !== null),
  }
}

export async function readerSummary(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  limit: number,
): Promise<Pick<ExposureSummary, 'readers' | 'readersTotal'>> {
  const rows = await exposedReaders(db, scope, limit)
  const firstNight = firstNightAt(clock.now())
  return {
    readers: rows.map((row) => toExposedReader(row, firstNight)),
    readersTotal: rows[0]?.total ?? 0,
  }
}
