/** Feeds and addresses as the API shows them. Pure. */
import type { IcalExport, IcalFeed } from '../../../contract/ical.ts'
import type { CountedFeedRow } from './feed-queries.ts'
import type { ExportRow } from './export-queries.ts'
import { observedMinutes } from '../readers/read-times.ts'
import type { Services } from '../../../services.ts'
import { toIcalKeeper } from './keeper-rules.ts'
import { platforms } from './platforms.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null

export const toIcalFeed = (row: CountedFeedRow, connectors: Services['connectors']): IcalFeed => ({
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
  keeper: toIcalKeeper(row.keeper, row.unit_count, connectors),
  createdAt: row.created_at.toISOString(),
})

export const expectedMinutes = ({ reads, platform }: Pick<ExportRow, 'reads' | 'platform'>): number =>
  observedMinutes(reads) ?? platforms[platform].pullMinutes

export const toIcalExport = (row: ExportRow): IcalExport => ({
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
