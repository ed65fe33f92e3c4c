/** Shows records to a caller, with the parts requested by `include`. */
import { textParam, type Query } from '../kit/query.ts'
import type { Home, InquiryRow, PropertyRow, ReservationRow, Review } from './records.ts'
import { user, type Store } from './store.ts'

export type Includes = ReadonlySet<string>

/** The vendor ignores unknown words. */
export function includesOf(query: Query): Includes {
  return new Set((textParam(query, 'include') ?? '').split(',').map((word) => word.trim()))
}

export const everything: Includes = new Set([
  'user',
  'listings',
  'details',
  'bookings',
  'guest',
  'financials',
  'properties',
  'review',
  'reservation',
])

export function showProperty({ row }: Home, include: Includes): object {
  const { listings, details, bookings, ...plain } = spelled(row)
  return {
    ...plain,
    ...(include.has('listings') ? { listings } : {}),
    ...(include.has('details') ? { details } : {}),
    ...(include.has('bookings') ? { bookings } : {}),
    ...(include.has('user') ? { user } : {}),
  }
}

export function showReservation(store: Store, row: ReservationRow, include: Includes): object {
  const { property_id, guest, financials, ...plain } = row
  const home = store.home(property_id)
  const review = [...store.reviews.values()].find(({ reservation_id }) => reservation_id === row.id)
  return {
    ...plain,
    ...(include.has('guest') ? { guest } : {}),
    ...(include.has('financials') && financials !== null ? { financials } : {}),
    ...(include.has('properties') ? { properties: home === undefined ? [] : [bare(home.row)] } : {}),
    ...(include.has('listings') ? { listings: listingsOf(home, row.platform) } : {}),
    ...(include.has('user') ? { user } : {}),
    ...(include.has('review')
      ? { review: review === undefined ? null : showReview(store, review, new Set()) }
      : {}),
  }
}

export function showInquiry(store: Store, row: InquiryRow, include: Includes): object {
  const { property_id, guest, ...plain } = row
  const home = store.home(property_id)
  return {
    ...plain,
    ...(include.has('guest') ? { guest } : {}),
    ...(include.has('properties') && home !== undefined ? { properties: bare(home.row) } : {}),
    ...(include.has('listings') ? { listings: listingsOf(home, row.platform) } : {}),
    ...(include.has('user') ? { user } : {}),
  }
}

export function showReview(store: Store, review: Review, include: Includes): object {
  const { property_id: _property, reservation_id, ...plain } = review
  const row = store.reservations.get(reservation_id)
  const guest = (row?.guest ?? {}) as { first_name?: string; last_name?: string; language?: string }
  return {
    ...plain,
    ...(include.has('guest') && row !== undefined
      ? { guest: { first_name: guest.first_name, last_name: guest.last_name, language: guest.language } }
      : {}),
    ...(include.has('reservation') && row !== undefined
      ? { reservation: { id: row.id, code: row.code, check_in: row.check_in, check_out: row.check_out } }
      : {}),
  }
}

function bare(row: PropertyRow): object {
  const { details: _details, bookings: _bookings, ...plain } = spelled(row)
  return plain
}

/** The description hyphenates these names and live accounts do not, so some homes have each form. */
function spelled({ 'check-in': checkin, 'check-out': checkout, ...row }: PropertyRow) {
  const hasHyphen = Number.parseInt(row.id.slice(0, 1), 16) % 2 === 0
  return hasHyphen ? { ...row, 'check-in': checkin, 'check-out': checkout } : { ...row, checkin, checkout }
}

function listingsOf(home: Home | undefined, platform: string | null): object[] {
  const all = (home?.row.listings ?? []) as { platform: string }[]
  return all.filter((listing) => listing.platform === platform)
}
