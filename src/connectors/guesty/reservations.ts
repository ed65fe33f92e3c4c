/**
 * Bookings come from the newer interface. As long as the older one answers, it confirms them and counts them: an account
 * whose newer search leaves bookings out is read by the older list.
 */
import type { VendorContext, VendorOperations, VendorStayPage } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapOne, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { confirmStays, olderBeside } from './confirm-stays.ts'
import { close, isClosed, isShut, through } from './doors.ts'
import {
  changedSince,
  mapStays,
  newestMoment,
  searchByCreation,
  staysById,
  watermarkOf,
} from './newer-stays.ts'
import { addPayments, paymentsIn } from './payments.ts'
import { olderHead, olderMapping, olderPage, olderRow } from './older-stays.ts'
import { advance, beginWalk } from './reservation-walk.ts'
import type { ReservationCursor, StayCursor } from './reservation-walk.ts'
import { beginUpdated, staysOfOlder, updatedPage } from './updated-stays.ts'

type ReservationPage = VendorStayPage

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    if (cursor === null) return since === null ? beginWhole(context) : beginChanges(context, since)
    const place = readCursor<StayCursor>(cursor, beginWalk(since))
    if (place.by === 'newer') return newerPage(context, place)
    if (place.by === 'updated') return updatedPage(context, place)
    if (place.by === 'coming') return comingPage(context, place, place.since ?? '')
    return place.by === 'changes' ? changesPage(context, place) : olderStays(context, place)
  },

  async one(context, externalId) {
    const stays = await through(context, 'newer', async () => {
      const rows = await staysById(context, [externalId])
      return { rows, mapped: await mapStays(context, rows) }
    })
    const [record] = stays?.mapped.records ?? []
    if (record !== undefined) {
      const [paid = record] = await addPayments(context, [record], await olderPayment(context, externalId))
      return paid
    }
    const [failure] = stays?.mapped.failures ?? []
    if (failure !== undefined) throw new VendorError('malformed', `record ${externalId}: ${failure.message}`)
    const older = isClosed(context, 'older') ? { is: 'shut' as const } : await olderRow(context, externalId)
    if (older.is === 'there') return mapOne(older.row, olderMapping)
    if (stays === null) await demandOlder(context, externalId)
    return null
  },
}

/** As long as it answers, the older interface says of any booking whether it is paid. */
async function olderPayment(
  context: VendorContext,
  externalId: string,
): Promise<ReadonlyMap<string, string | null>> {
  if (isClosed(context, 'older')) return new Map()
  const older = await olderRow(context, externalId)
  return older.is === 'there' ? paymentsIn(mapRows([older.row], olderMapping).records) : new Map()
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
  const mark = context.now().toISOString()
  const promised = head?.count ?? null
  const start: StayCursor = {
    ...beginWalk(null),
    by: 'newer',
    mark,
    promised,
    given: 0,
    newest: head?.newest ?? null,
  }
  const page = await through(context, 'newer', () => newerPage(context, start))
  if (page === null) return olderStays(context, beginWalk(null))
  return promised === null ? page : { ...page, expected: promised }
}

async function newerPage(context: VendorContext, place: StayCursor): Promise<ReservationPage> {
  const { fresh, next } = await searchByCreation(context, place)
  const older = await olderBeside(context, { ...place, sortedBy: 'createdAt' })
  const count = (place.given ?? 0) + fresh.length
  const stays = await mapStays(context, fresh)
  const records = await confirmStays(context, stays.records, older)
  const newest = newestMoment(fresh, place.newest)
  const page = { ...stays, records, watermark: watermarkOf(newest, place.mark) }
  if (next !== null) return { ...page, next: writeCursor({ ...place, ...next, given: count, newest }) }
  if (!(await leavesOut(context, place.promised ?? null, count))) return { ...page, next: null }
  // Seen on a live account: bookings of a channel that the newer search never gives.
  close(context, 'newer')
  return { ...page, next: writeCursor({ ...beginWalk(null), by: 'older' }) }
}

/** Whether the older list has more than the newer search gave; one that vanished meanwhile is not missing. */
async function leavesOut(context: VendorContext, promised: number | null, count: number): Promise<boolean> {
  if (promised === null || count >= promised) return false
  const head = await through(context, 'older', () => olderHead(context))
  return count < Math.min(promised, head?.count ?? 0)
}

async function beginChanges(context: VendorContext, since: string): Promise<ReservationPage> {
  const updated = await beginUpdated(context, since)
  if (updated !== null) return updated
  const changes: StayCursor = { ...beginWalk(since), by: 'changes' }
  const page = await through(context, 'older', () => changesPage(context, changes))
  if (page !== null) return page
  const mark = context.now().toISOString()
  return comingPage(context, { ...beginWalk(null), by: 'coming', mark, since }, since)
}

/** The older list names the bookings that changed; the newer interface describes them. */
async function changesPage(context: VendorContext, place: StayCursor): Promise<ReservationPage> {
  const { fresh, next, watermark } = advance(place, await olderPage(context, place))
  const stays = await staysOfOlder(context, fresh)
  return { ...stays, next: next === null ? null : writeCursor({ ...next, by: 'changes' }), watermark }
}

/** Without the filter and the older list nothing names the changes, so all stays that are not over are read. */
async function comingPage(
  context: VendorContext,
  place: StayCursor,
  since: string,
): Promise<ReservationPage> {
  const { fresh, next } = await searchByCreation(context, place, {
    'filter[checkOut][gte]': addDays(since.slice(0, 10), -1),
  })
  const { rows, folios } = await changedSince(context, fresh, since)
  const newest = newestMoment(fresh, place.newest)
  const stays = await mapStays(context, rows, folios)
  return {
    ...stays,
    records: await addPayments(context, stays.records, new Map()),
    next: next === null ? null : writeCursor({ ...place, ...next, newest }),
    watermark: watermarkOf(newest, place.mark),
  }
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
