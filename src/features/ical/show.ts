/** Feeds and addresses as the API shows them. Pure. */
import type { IcalExport, IcalFeed } from '../../contract/ical.ts'
import type { CountedFeedRow } from './feed-queries.ts'
import type { ExportRow } from './export-queries.ts'
import { platforms } from './platforms.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null

export const toFeed = (row: CountedFeedRow): IcalFeed => ({
  id: row.id,
  listingId: row.listing_id,
  name: row.name,
  url: row.url_shown,
  platform: row.platform,
  platformGuessed: !row.platform_told,
  closes: row.closes,
  intervalMinutes: row.interval_minutes,
  status: row.paused_at === null ? 'active' : 'paused',
  lastFetchedAt: instant(row.last_fetched_at),
  lastGoodAt: instant(row.last_good_at),
  nextFetchAt: instant(row.next_fetch_at),
  stale: row.stale_since !== null,
  staleSince: instant(row.stale_since),
  staleReason: row.stale_reason,
  staleDetail: row.stale_detail,
  events: { stays: row.stays, blocks: row.blocks, missing: row.missing },
  createdAt: row.created_at.toISOString(),
})

/** Minutes: the middle one of the pauses between the last readings; null: two were not seen yet. */
export function observedMinutes(reads: readonly Date[]): number | null {
  const pauses = reads.slice(1).map((at, place) => at.getTime() - (reads[place]?.getTime() ?? 0))
  if (pauses.length === 0) return null
  const middle = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
  return Math.round(middle / 60_000)
}

export const expectedMinutes = ({ reads, platform }: Pick<ExportRow, 'reads' | 'platform'>): number =>
  observedMinutes(reads) ?? platforms[platform].pullMinutes

export const toExport = (row: ExportRow): IcalExport => ({
  id: row.id,
  listingId: row.listing_id,
  name: row.name,
  platform: row.platform,
  feedIds: row.feed_ids,
  tokenEnd: row.token_end,
  status: row.revoked_at === null ? 'active' : 'revoked',
  lastReadAt: instant(row.reads.at(-1) ?? null),
  observedIntervalMinutes: observedMinutes(row.reads),
  expectedIntervalMinutes: expectedMinutes(row),
  createdAt: row.created_at.toISOString(),
})
