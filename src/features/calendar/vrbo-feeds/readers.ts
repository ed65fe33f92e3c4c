/** Sold nights that Vrbo can still sell, by the nights it fetched last. */
import type { FeedReader } from '../../../contract/exposure.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt, storedNights, type StoredNight } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import { channelNightOf } from '../../../records/selling/public.ts'
import type { Services } from '../../../services.ts'
import { expectedReadAt, observedMinutes } from '../readers/read-times.ts'
import type { ReaderSource } from '../readers/look-at-readers.ts'
import { pullMinutes } from './feed/facts.ts'
import { feedWindow } from './feed/nights.ts'
import { readersOf, type ReaderRow } from './reader-queries.ts'
import { unitsServed } from './served.ts'

const minutesOf = ({ reads }: ReaderRow): number => observedMinutes(reads) ?? pullMinutes

const unreadNights = ({ served }: ReaderRow, nights: readonly StoredNight[]): string[] =>
  nights
    .map((night) => channelNightOf(night, { markupPercent: null, currency: null }))
    .filter(({ date, stays, unitsLeft }) => stays > 0 && unitsLeft < unitsServed(served, date))
    .map(({ date }) => date)

export async function feedReadersOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  listingId: string,
  { from, to }: { from: string; to: string },
): Promise<FeedReader[]> {
  const now = clock.now()
  const coming = firstNightAt(now)
  const first = from < coming ? coming : from
  // Read the fetches first: a sale in between then makes a night exposed, never hidden.
  const readers = await readersOf(db, scope, listingId)
  if (readers.length === 0) return []
  const stretches = first > to ? [] : [{ listingId, first, last: to }]
  const nights = await storedNights(db, scope, stretches, now)
  return readers.map((reader) => toReader(reader, nights))
}

function toReader(reader: ReaderRow, nights: readonly StoredNight[]): FeedReader {
  const minutes = minutesOf(reader)
  return {
    channel: 'vrbo',
    externalAccountId: reader.accountId,
    lastReadAt: reader.reads.at(-1)?.toISOString() ?? null,
    expectedIntervalMinutes: minutes,
    expectedAt: expectedReadAt(reader.reads, minutes),
    exposedNights: unreadNights(reader, nights),
  }
}

const laterOf = (a: Date | null, b: Date | null) => (a !== null && b !== null && a > b ? a : (b ?? a))

/** Vrbo accounts as readers of feeds. */
export const vrboReaderSource: ReaderSource = {
  kind: 'vrbo',
  async read(db, { workspaceId, readerId, listingId }, now) {
    const scope = { workspaceId }
    // Read the fetches first, as above.
    const reader = (await readersOf(db, scope, listingId)).find(({ accountId }) => accountId === readerId)
    if (!reader) return null
    const [first, last] = [firstNightAt(now), feedWindow(todayAt(reader.timeZone, now)).last]
    const nights = await storedNights(db, scope, [{ listingId, first, last }], now)
    return {
      channel: 'vrbo',
      name: reader.name,
      lastReadAt: laterOf(reader.reads.at(-1) ?? null, reader.servedAt),
      intervalMinutes: minutesOf(reader),
      exposed: unreadNights(reader, nights),
    }
  },
}
