/**
 * Bookings come from the newer interface. The older one, as long as there is one, says what has changed, which the newer cannot,
 * and how many bookings there are: an account whose newer search leaves some out is read by the older list.
 */
import type { StayRecord } from '../../contract/records.ts'
import type { VendorOperations, VendorPage, VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapOne, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { close, isClosed, isShut, through } from './doors.ts'
import { idOf } from './envelope.ts'
import { changedSince, mapStays, searchStays, staysById } from './newer-stays.ts'
import { olderHead, olderMapping, olderPage, olderRow } from './older-stays.ts'
import { advance, beginWalk } from './reservation-walk.ts'
import type { ReservationCursor, WalkStep } from './reservation-walk.ts'

type ReservationPage = VendorPage<StayRecord> & { watermark: string | null }

/** Where a walk is, and by which interface; a place without that is of the older list. */
type Cursor = ReservationCursor & {
  by?: 'newer' | 'coming' | 'changes' | 'older'
  /** Of the newer search: where the next incremental walk starts, how many rows there should be and how many came. */
  mark?: string
  promised?: number | null
  given?: number
  /** Of the walk over stays to come: what changed before this is left out. */
  since?: string
}

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    if (cursor === null) return since === null ? beginWhole(context) : beginChanges(context, since)
    const place = readCursor<Cursor>(cursor, beginWalk(since))
    if (place.by === 'newer') return newerPage(context, place)
    if (place.by === 'coming') return comingPage(context, place, place.since ?? '')
    return place.by === 'changes' ? changesPage(context, place) : olderStays(context, place)
  },

  async one(context, externalId) {
    const stays = await through(context, 'newer', async () => {
      const rows = await staysById(context, [externalId])
      return { rows, mapped: await mapStays(context, rows) }
    })
    const [record] = stays?.mapped.records ?? []
    if (record !== undefined) return record
    const [failure] = stays?.mapped.failures ?? []
    if (failure !== undefined) throw new VendorError('malformed', `record ${externalId}: ${failure.message}`)
    const older = isClosed(context, 'older') ? { is: 'shut' as const } : await olderRow(context, externalId)
    if (older.is === 'there') return mapOne(older.row, olderMapping)
    if (stays === null) await demandOlder(context, externalId)
    return null
  },
}

/** An endpoint that was switched off says of every booking that it is not there; to believe it would cancel them all. */
async function demandOlder(context: VendorContext, externalId: string): Promise<void> {
  if ((await through(context, 'older', () => olderHead(context))) !== null) return
  throw new VendorError('unavailable', `no endpoint says whether there is a reservation ${externalId}`)
}

async function beginWhole(context: VendorContext): Promise<ReservationPage> {
  if (isClosed(context, 'newer')) return olderStays(context, beginWalk(null))
  // Asked first: what changes from now on comes with the next incremental walk.
  const head = await through(context, 'older', () => olderHead(context))
  const mark = head?.newest ?? context.now().toISOString()
  const promised = head?.count ?? null
  const start: Cursor = { ...beginWalk(null), by: 'newer', mark, promised, given: 0 }
  const page = await through(context, 'newer', () => newerPage(context, start))
  if (page === null) return olderStays(context, beginWalk(null))
  return promised === null ? page : { ...page, expected: promised }
}

async function newerPage(context: VendorContext, place: Cursor): Promise<ReservationPage> {
  const { fresh, next } = await search(context, place)
  const given = (place.given ?? 0) + fresh.length
  const page = { ...(await mapStays(context, fresh)), watermark: place.mark ?? null }
  if (next !== null) return { ...page, next: writeCursor({ ...place, ...next, given }) }
  if (!(await leavesOut(context, place.promised ?? null, given))) return { ...page, next: null }
  // Seen on a live account: bookings of a channel that the newer search never gives.
  close(context, 'newer')
  return { ...page, next: writeCursor({ ...beginWalk(null), by: 'older' }) }
}

/** Whether the older list has more than the newer search gave; one that vanished meanwhile is not missing. */
async function leavesOut(context: VendorContext, promised: number | null, given: number): Promise<boolean> {
  if (promised === null || given >= promised) return false
  const head = await through(context, 'older', () => olderHead(context))
  return given < Math.min(promised, head?.count ?? 0)
}

async function beginChanges(context: VendorContext, since: string): Promise<ReservationPage> {
  const changes: Cursor = { ...beginWalk(since), by: 'changes' }
  const page = await through(context, 'older', () => changesPage(context, changes))
  if (page !== null) return page
  const mark = context.now().toISOString()
  return comingPage(context, { ...beginWalk(null), by: 'coming', mark, since }, since)
}

/** The older list tells which bookings have changed, the newer interface what they are. */
async function changesPage(context: VendorContext, place: Cursor): Promise<ReservationPage> {
  const { fresh, next, watermark } = advance(place, await olderPage(context, place))
  const stays = await newerOf(context, fresh)
  const rest = fresh.filter((row) => !stays.given.has(idOf(row)))
  const older = await mapNews(context, rest, olderMapping)
  return {
    records: [...stays.mapped.records, ...older.records],
    failures: [...stays.mapped.failures, ...older.failures],
    unchanged: [...stays.mapped.unchanged, ...older.unchanged],
    next: next === null ? null : writeCursor({ ...next, by: 'changes' }),
    watermark,
  }
}

async function newerOf(context: VendorContext, changed: unknown[]) {
  const stays = await through(context, 'newer', async () => {
    const rows = await staysById(context, changed.map(idOf))
    return { mapped: await mapStays(context, rows), given: new Set(rows.map(idOf)) }
  })
  return stays ?? { mapped: { records: [], failures: [], unchanged: [] }, given: new Set<string>() }
}

/** Without the older list nobody tells what changed: stays that are not over are gone through. */
async function comingPage(context: VendorContext, place: Cursor, since: string): Promise<ReservationPage> {
  const { fresh, next } = await search(context, place, {
    'filter[checkOut][gte]': addDays(since.slice(0, 10), -1),
  })
  const { rows, folios } = await changedSince(context, fresh, since)
  return {
    ...(await mapStays(context, rows, folios)),
    next: next === null ? null : writeCursor({ ...place, ...next }),
    watermark: place.mark ?? null,
  }
}

/** By when they were made, which does not change: what is made meanwhile comes at the end. */
async function search(
  context: VendorContext,
  place: Cursor,
  filters: Record<string, string> = {},
): Promise<WalkStep> {
  const made: ReservationCursor = { ...place, sortedBy: 'createdAt' }
  const query = {
    ...filters,
    'filter[createdAt][gte]': place.from ?? undefined,
    sort: 'createdAt',
    skip: place.skip,
  }
  return advance(made, await searchStays(context, query))
}

async function olderStays(context: VendorContext, place: ReservationCursor): Promise<ReservationPage> {
  const answer = await olderPage(context, place).catch((error: unknown) => {
    if (isShut(error)) close(context, 'older')
    throw error
  })
  const { fresh, next, watermark } = advance(place, answer)
  const isWhole = place.from === null && place.skip === 0 && answer.total !== null
  return {
    ...(await mapNews(context, fresh, olderMapping)),
    next: next === null ? null : writeCursor({ ...next, by: 'older' }),
    watermark,
    ...(isWhole ? { expected: answer.total ?? 0 } : {}),
  }
}
