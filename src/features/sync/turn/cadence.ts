/** How often each part of an account is read when nobody hints at a change. */
import type { Manifest } from '../../../connector-kit/manifest.ts'
import type { FetchEntity } from '../../../records/batch.ts'

const minute = 60_000
const hour = 60 * minute

/** Lists that are walked page by page, in the order in which a first import reads them. */
export const walkEntities = ['listings', 'reservations', 'conversations', 'reviews'] as const
export type WalkEntity = (typeof walkEntities)[number]

/** Everything a first import and a full pass read, in order: what later parts refer to comes first. */
export const importOrder = [
  'listings',
  'units',
  'reservations',
  'calendar',
  'conversations',
  'messages',
  'reviews',
] as const satisfies readonly FetchEntity[]

/** Incremental reading; null: every `SYNC_INTERVAL_SECONDS`. */
export const sweepEveryMs: Record<WalkEntity, number | null> = {
  reservations: null,
  conversations: null,
  listings: 15 * minute,
  reviews: hour,
}

/**
 * While everything is read, incremental reading may not use up the vendor's calls: with short intervals and a tight limit
 * (Hostaway: 15 in 10 s) an import would otherwise stand still. Webhooks still bring changes at once.
 */
export const shortestPauseInImportMs = 30_000

/** Every listing's calendar is read again after this time, each at its own moment. */
export const calendarEveryMs = hour
export const fullPassEveryMs = 24 * hour
export const keepRunsMs = 30 * 24 * hour
/** Runs that found nothing: one a minute for every account. */
export const keepQuietRunsMs = 24 * hour

/** A webhook of a PMS is often one of several for the same record. */
export const hintDelayMs = 500

/** Nights that are over stay as they were; one day back is today's date anywhere on earth. */
export function calendarWindow(now: Date, { sync }: Pick<Manifest, 'sync'>): { from: string; to: string } {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  return {
    from: today.subtract({ days: 1 }).toString(),
    to: today.add({ days: sync.calendarDays }).toString(),
  }
}
