/** What Vrbo can still sell of what is sold here: by the nights that it fetched last. */
import type { FeedReader } from '../../contract/exposure.ts'
import type { Scope } from '../../platform/tenant.ts'
import { firstNightAt, storedNights } from '../../records/calendar/public.ts'
import { channelNightOf } from '../../records/selling/public.ts'
import type { Services } from '../../services.ts'
import { expectedAt, observedMinutes } from '../read-times.ts'
import { pullMinutes } from './feed/facts.ts'
import { readersOf, type ReaderRow } from './reader-queries.ts'
import { unitsServed } from './served.ts'

export async function feedReadersOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  listingId: string,
  { from, to }: { from: string; to: string },
): Promise<FeedReader[]> {
  const now = clock.now()
  const coming = firstNightAt(now)
  const first = from < coming ? coming : from
  // What was fetched is looked at first: a sale in between makes a night exposed, never hidden.
  const readers = await readersOf(db, scope, listingId)
  if (readers.length === 0) return []
  const stretches = first > to ? [] : [{ listingId, first, last: to }]
  const nights = (await storedNights(db, scope, stretches, now)).map((night) =>
    channelNightOf(night, { markupPercent: null, currency: null }),
  )
  return readers.map((reader) => toReader(reader, nights))
}

function toReader(
  { accountId, reads, served }: ReaderRow,
  nights: readonly ReturnType<typeof channelNightOf>[],
): FeedReader {
  const minutes = observedMinutes(reads) ?? pullMinutes
  return {
    channel: 'vrbo',
    externalAccountId: accountId,
    lastReadAt: reads.at(-1)?.toISOString() ?? null,
    expectedIntervalMinutes: minutes,
    expectedAt: expectedAt(reads, minutes),
    exposedNights: nights
      .filter(({ date, stays, unitsLeft }) => stays > 0 && unitsLeft < unitsServed(served, date))
      .map(({ date }) => date),
  }
}
