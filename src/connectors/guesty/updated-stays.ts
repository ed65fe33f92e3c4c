/**
 * Changed bookings by the newer search alone. As long as the older list answers, it confirms them: bookings that the
 * search left out are read as well, and differing fields are listed with the account.
 */
import type { VendorContext, VendorStayPage } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapRows, writeCursor } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { confirmStays, olderBeside } from './confirm-stays.ts'
import { close, isClosed, through } from './doors.ts'
import { idOf } from './envelope.ts'
import { mapStays, newestMoment, searchByCreation, staysById, watermarkOf } from './newer-stays.ts'
import { olderMapping } from './older-stays.ts'
import { addPayments, paymentsIn } from './payments.ts'
import { beginWalk } from './reservation-walk.ts'
import type { StayCursor } from './reservation-walk.ts'

/** Returns null if the search does not take the filter; it was added on 2026-11-19. */
export async function beginUpdated(context: VendorContext, since: string): Promise<VendorStayPage | null> {
  if (isClosed(context, 'newer') || isClosed(context, 'updated filter')) return null
  const mark = context.now().toISOString()
  const place: StayCursor = { ...beginWalk(null), by: 'updated', mark, since, given: 0 }
  try {
    return await through(context, 'newer', () => updatedPage(context, place))
  } catch (error) {
    if (!(error instanceof VendorError) || error.status !== 400) throw error
    close(context, 'updated filter')
    return null
  }
}

export async function updatedPage(context: VendorContext, place: StayCursor): Promise<VendorStayPage> {
  const since = place.since ?? ''
  const { fresh, next } = await searchByCreation(context, place, { 'filter[lastUpdatedAt][gte]': since })
  const count = (place.given ?? 0) + fresh.length
  // The first page asks once for the changes that the older list knows, and for their number.
  const older = place.promised === undefined ? await olderBeside(context, beginWalk(since)) : null
  const promised = place.promised ?? older?.total ?? null
  const stays = await mapStays(context, fresh)
  const records = await confirmStays(context, stays.records, older)
  const newest = newestMoment(fresh, place.newest)
  const page = { ...stays, records, watermark: watermarkOf(newest ?? since, place.mark) }
  if (next !== null)
    return { ...page, next: writeCursor({ ...place, ...next, given: count, promised, newest }) }
  const found = new Set(fresh.map(idOf))
  const missing = (older?.rows ?? []).filter((row) => !found.has(idOf(row)))
  // The first page of the older list is all of it unless it promises more rows.
  const isWhole = older !== null && (promised ?? 0) <= older.rows.length
  if (missing.length > 0 && isWhole) return { ...(await withMissing(context, page, missing)), next: null }
  if (count >= (promised ?? 0)) return { ...page, next: null }
  return { ...page, next: writeCursor({ ...beginWalk(since), by: 'changes' }) }
}

async function withMissing(
  context: VendorContext,
  page: Omit<VendorStayPage, 'next'>,
  missing: unknown[],
): Promise<Omit<VendorStayPage, 'next'>> {
  const stays = await staysOfOlder(context, missing)
  return {
    ...page,
    records: [...page.records, ...stays.records],
    failures: [...page.failures, ...stays.failures],
    unchanged: [...(page.unchanged ?? []), ...stays.unchanged],
  }
}

/** Reads bookings that the older list names by the newer interface, and those it does not have from the list itself. */
export async function staysOfOlder(context: VendorContext, rows: unknown[]) {
  const newer = await through(context, 'newer', async () => {
    const stays = await staysById(context, rows.map(idOf))
    const mapped = await mapStays(context, stays)
    const known = paymentsIn(mapRows(rows, olderMapping).records)
    const records = await addPayments(context, mapped.records, known)
    return { mapped: { ...mapped, records }, given: new Set(stays.map(idOf)) }
  })
  const rest = rows.filter((row) => !(newer?.given.has(idOf(row)) ?? false))
  const older = await mapNews(context, rest, olderMapping)
  return {
    records: [...(newer?.mapped.records ?? []), ...older.records],
    failures: [...(newer?.mapped.failures ?? []), ...older.failures],
    unchanged: [...(newer?.mapped.unchanged ?? []), ...older.unchanged],
  }
}
