/** Bookings by the newer interface: searched by when they were made, or read by their ids. */
import type { StayRecord } from '../../contract/records.ts'
import { isFields, readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants, latestInstant, momentIn, utcInstant } from '../../connector-kit/dates.ts'
import type { Query } from '../../connector-kit/http.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { everyRowOf, mapping } from '../../connector-kit/paginate.ts'
import type { MappedRows } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { idOf, readRows } from './envelope.ts'
import type { EnvelopeRows } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { toOlderReservation } from './map-stay.ts'
import { advance, pageSize } from './reservation-walk.ts'
import type { ReservationCursor, WalkStep } from './reservation-walk.ts'
import { belongingsOf, foliosOf } from './stay-belongings.ts'
import type { Folios } from './stay-belongings.ts'
import { VendorStay } from './vendor-stay.ts'

// Documented: a call takes ten ids.
const idsPerCall = 10
// Statuses that end without leaving a time: whether such a booking has changed cannot be told.
const timed = new Set(['confirmed', 'canceled'])
const momentNames = ['createdAt', 'reservedAt', 'confirmedAt', 'canceledAt', 'alteredAt'] as const

/** A page of the search; its rows carry their id in `_id`, as everywhere else. */
async function searchStays({ http }: VendorContext, query: Query): Promise<EnvelopeRows> {
  const answer = readRows(
    await http.get('/v1/reservations-v3/search', { query: { limit: pageSize, ...query } }),
  )
  return { ...answer, rows: answer.rows.map(named) }
}

/** Walks by the time of creation, which never changes: bookings made during the walk come at its end. */
export async function searchByCreation(
  context: VendorContext,
  place: ReservationCursor,
  filters: Record<string, string> = {},
): Promise<WalkStep> {
  const query = {
    ...filters,
    'filter[createdAt][gte]': place.from ?? undefined,
    sort: 'createdAt',
    skip: place.skip,
  }
  return advance({ ...place, sortedBy: 'createdAt' }, await searchStays(context, query))
}

/** Returns the newest moment that these rows name; no row changed earlier than the moments it names. */
export function newestMoment(rows: unknown[], before: string | null = null): string | null {
  const times = rows.flatMap((row) => momentNames.map((name) => momentIn(row, name)))
  return latestInstant([before, ...times])
}

/** Starts the next walk at the newest change that was seen, and never after this walk began. */
export function watermarkOf(newest: string | null, mark: string | undefined): string | null {
  if (newest === null || mark === undefined) return newest ?? mark ?? null
  return compareInstants(newest, mark) < 0 ? newest : mark
}

/** Those of these ids that there are. */
export async function staysById({ http }: VendorContext, ids: readonly string[]): Promise<unknown[]> {
  const rows = await everyRowOf(ids, idsPerCall, async (some) => {
    const query = { 'reservationIds[]': some }
    return readRows(await http.get('/v1/reservations-v3', { query })).rows.map(named)
  })
  return rows.filter((row) => ids.includes(idOf(row)))
}

/** With guests, money and times of day, which are read for all of them together. */
export async function mapStays(
  context: VendorContext,
  rows: unknown[],
  folios?: Folios,
): Promise<MappedRows<StayRecord> & { unchanged: string[] }> {
  const belongings = await belongingsOf(context, readable(VendorStay, rows), folios)
  const found = (row: VendorStay) => toStay(toOlderReservation(row, belongings(row)))
  const besides = (row: unknown) => readable(VendorStay, [row]).map(belongings)
  return mapNews(context, rows, mapping('stay', VendorStay, found, idOf), besides)
}

/** Rows of a walk that may have changed at `since` or later, and their sums. What cannot be read counts as changed. */
export async function changedSince(
  context: VendorContext,
  rows: unknown[],
  since: string,
): Promise<{ rows: unknown[]; folios: Folios }> {
  const folios = await foliosOf(context, readable(VendorStay, rows))
  const isNews = (candidate: unknown): boolean => {
    const [row] = readable(VendorStay, [candidate])
    if (row === undefined || !timed.has(row.status ?? '')) return true
    const times = momentNames.map((name) => row[name])
    return [...times, folios.get(row._id)?.updatedAt].some((time) => isSince(time, since))
  }
  return { rows: rows.filter(isNews), folios }
}

function isSince(time: string | null | undefined, since: string): boolean {
  try {
    const at = utcInstant(time)
    return at !== null && compareInstants(at, since) >= 0
  } catch {
    return true
  }
}

function named(row: unknown): unknown {
  if (!isFields(row)) return row
  const id = presentText(row._id) ?? presentText(row.reservationId)
  return id === null ? row : { ...row, _id: id }
}
