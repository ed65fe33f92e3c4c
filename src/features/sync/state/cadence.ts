/** How often each part of an account is read when nobody hints at a change. */
import type { Manifest } from '../../../connector-kit/manifest.ts'
import type { FetchEntity } from '../../../records/batch.ts'

const minute = 60_000
const hour = 60 * minute

/** Lists read page by page, in the order of a first import. */
export const walkEntities = ['listings', 'reservations', 'conversations', 'reviews'] as const
export type WalkEntity = (typeof walkEntities)[number]

/** Everything a first import and a full pass read, referenced records first. */
export const importOrder = [
  'listings',
  'units',
  'reservations',
  'calendar',
  'conversations',
  'messages',
  'reviews',
] as const satisfies readonly FetchEntity[]

/** Intervals of incremental reading; null: every `SYNC_INTERVAL_SECONDS`. */
export const sweepEveryMs: Record<WalkEntity, number | null> = {
  reservations: null,
  conversations: null,
  listings: 15 * minute,
  reviews: hour,
}

/**
 * During an import, incremental reading must not use up the limit: short intervals and a tight limit
 * (Hostaway: 15 calls in 10 s) would stall it. Webhooks still bring changes at once.
 */
export const shortestPauseInImportMs = 30_000

/** Each listing's calendar is read again after this time, at a moment of its own. */
export const calendarEveryMs = hour
export const fullPassEveryMs = 24 * hour
export const keepRunsMs = 30 * 24 * hour
/** Runs that found nothing occur once a minute per account. */
export const keepQuietRunsMs = 24 * hour

/** A PMS often sends several webhooks for one record. */
export const hintDelayMs = 500

/** Past nights do not change; one day back is today's date anywhere on earth. */
export function calendarWindow(now: Date, { sync }: Pick<Manifest, 'sync'>): { from: string; to: string } {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  return {
    from: today.subtract({ days: 1 }).toString(),
    to: today.add({ days: sync.calendarDays }).toString(),
  }
}
