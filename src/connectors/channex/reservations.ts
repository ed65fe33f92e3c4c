/**
 * A full pass reads the list of bookings. Changes come through the feed of revisions, which repeats each until it is
 * acknowledged, but was seen to drop it after half an hour; after a longer silence the list of all revisions is read
 * first. Revisions can come again late and out of order, so each only says which booking to read anew.
 */
import { Type, type Static } from 'typebox'
import type { StayRecord } from '../../contract/records.ts'
import { demand, fieldOf, orRefused } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations, VendorStayPage } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import {
  everyRowOf,
  idIn,
  mapOne,
  mapping,
  mapRows,
  plainId,
  readCursor,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { bookingIdOf, readBooking, unnamed, type ReadBooking } from './booked-rooms.ts'
import { base, listPage, oneRow, paged, pathOf, rowsOf } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { endsBefore, isSince } from './newest-first.ts'
import { BookedRow } from './vendor.ts'

interface ReservationCursor {
  list: 'all' | 'missed' | 'feed'
  inner: string | null
  /** The page of the feed that was read last, and what it held. */
  page: number
  held: string
  startedAt: string
}

/** The oldest come first, so that new ones do not move the others. */
const oldestFirst = { 'order[inserted_at]': 'asc' }
/** Revisions wait in the feed for half an hour; this leaves room for a long turn. */
const patienceMs = 20 * 60_000
/** Each revision may cost a call. */
const feedPage = 50
/** So many bookings are read at once. */
const together = 5

const booked = mapping('stay', BookedRow, toStay, idIn('externalId'))

const Receipt = Type.Object({
  revisions: Type.Array(Type.Object({ id: Type.String(), stays: Type.Array(Type.String()) })),
})
type Receipt = Static<typeof Receipt>

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const isRecent = since !== null && context.now().getTime() - Date.parse(since) < patienceMs
    const place = readCursor<ReservationCursor>(cursor, {
      ...{ list: since === null ? 'all' : isRecent ? 'feed' : 'missed', inner: null, page: 1, held: '' },
      startedAt: context.now().toISOString(),
    })
    if (place.list === 'missed' && since !== null) return pageOfMissed(context, place, since)
    const again = since === null ? ({ again: true } as const) : {}
    return place.list === 'all'
      ? pageOfAll(context, place)
      : { ...(await pageOfFeed(context, place)), ...again }
  },

  async one(context, externalId) {
    const booking = await bookingOf(context, bookingIdOf(externalId))
    const row = booking?.rows.find((one) => fieldOf(one, 'externalId') === externalId)
    return row === undefined ? null : mapOne<BookedRow, StayRecord>(row, booked)
  },

  /** Acknowledges revisions whose booking is stored with all its rooms; the others come again. */
  async acknowledge({ http }, { receipt, unstored }) {
    const { revisions } = demand(Receipt, receipt, 'the receipt of a feed')
    for (const { id, stays } of revisions) {
      if (stays.some((stay) => unstored.has(stay))) continue
      // A second acknowledgement does no harm, and one that is refused keeps no other from being sent.
      await orRefused(http.post(pathOf('booking_revisions', id, 'ack'), { safe: true }))
    }
  },
}

async function pageOfAll(context: VendorContext, place: ReservationCursor): Promise<VendorStayPage> {
  const list = { path: `${base}/bookings`, query: oldestFirst, cursor: place.inner }
  const { rows, next } = await listPage(context.http, list)
  const bookings = rows.map((row) => readBooking(row, plainId(row)))
  const reached: ReservationCursor =
    next === null ? { ...place, list: 'feed', inner: null } : { ...place, inner: next }
  return {
    ...(await mapNews(
      context,
      bookings.flatMap((booking) => booking.rows),
      booked,
    )),
    whole: wholeOf(bookings),
    next: writeCursor(reached),
    watermark: place.startedAt,
  }
}

/** Filters read a moment without its offset, so the bound has none. */
async function pageOfMissed(
  context: VendorContext,
  place: ReservationCursor,
  since: string,
): Promise<VendorStayPage> {
  const bound = new Date(Date.parse(since)).toISOString().slice(0, 19)
  const query = { 'filter[inserted_at][gte]': bound, 'order[inserted_at]': 'desc' }
  const list = { path: `${base}/booking_revisions`, query, cursor: place.inner }
  const { rows, next } = await listPage(context.http, list)
  const isRead = next === null || endsBefore(rows, 'inserted_at', `${bound}Z`)
  const bookings = await bookingsIn(
    context,
    rows.filter((row) => isSince(row, 'inserted_at', `${bound}Z`)).toReversed(),
  )
  return {
    ...pageOf(bookings),
    next: writeCursor(isRead ? { ...place, list: 'feed', inner: null } : { ...place, inner: next }),
    watermark: place.startedAt,
  }
}

async function pageOfFeed(context: VendorContext, place: ReservationCursor): Promise<VendorStayPage> {
  const { rows, page, held } = await feedRows(context, place)
  const bookings = await bookingsIn(context, rows)
  const staysOf = new Map(bookings.map(({ id, stays }) => [id, stays]))
  const receipt: Receipt = {
    revisions: rows.map((row) => ({ id: plainId(row), stays: staysOf.get(bookingIdIn(row)) ?? [] })),
  }
  return {
    ...pageOf(bookings),
    next: rows.length < feedPage ? null : writeCursor({ ...place, page, held }),
    watermark: place.startedAt,
    receipt,
  }
}

const bookingIdIn = idIn('booking_id')

/** Reads the bookings of revisions, each once; the newest revision is the last. */
async function bookingsIn(context: VendorContext, revisions: readonly unknown[]): Promise<ReadBooking[]> {
  const latest = new Map(revisions.map((row) => [bookingIdIn(row), row]))
  const read = await everyRowOf([...latest], together, (some) =>
    Promise.all(some.map(([id, row]) => latestOf(context, id, row))),
  )
  return read as ReadBooking[]
}

/** A booking that cannot be read is a failure of its own, which no other booking waits for. */
async function latestOf(context: VendorContext, id: string, revision: unknown): Promise<ReadBooking> {
  try {
    return (await bookingOf(context, id)) ?? readBooking(revision, id)
  } catch (error) {
    const isItsOwn = error instanceof VendorError && ['rejected', 'malformed'].includes(error.kind)
    if (!isItsOwn) throw error
    return readBooking({}, id)
  }
}

const pageOf = (bookings: readonly ReadBooking[]) => ({
  ...mapRows<BookedRow, StayRecord>(
    bookings.flatMap((booking) => booking.rows),
    booked,
  ),
  whole: wholeOf(bookings),
})

/**
 * Acknowledged revisions leave the feed, so the same page is read until it holds what it held before: revisions that
 * could not be stored.
 */
async function feedRows({ http }: VendorContext, { page, held }: ReservationCursor) {
  const read = async (number: number) => {
    const query = { ...oldestFirst, ...paged(number, feedPage) }
    const { rows } = await rowsOf(http, `${base}/booking_revisions/feed`, query)
    return { rows, page: number, held: rows.map(plainId).join() }
  }
  const found = await read(page)
  return found.held === held && held !== '' ? read(page + 1) : found
}

/** Returns null for a booking that the vendor does not have, or not yet. */
async function bookingOf({ http }: VendorContext, id: string): Promise<ReadBooking | null> {
  const row = await oneRow(http, pathOf('bookings', id))
  return row === null ? null : readBooking(row, id)
}

/** Stored rooms of a booking that it no longer has have ended; codes alone can belong to several bookings. */
const wholeOf = (bookings: readonly ReadBooking[]): NonNullable<VendorStayPage['whole']> =>
  bookings
    .filter(({ id, rows }) => id !== unnamed && rows.every((row) => fieldOf(row, 'room') !== null))
    .map(({ id, confirmationCode, stays }) => ({ confirmationCode, stays, idPrefix: id }))
