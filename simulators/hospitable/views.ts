/** Shows records to a caller, with the parts requested by `include`. */
import { textParam, type Query } from '../kit/query.ts'
import { reservationOf } from './records.ts'
import type { HospitableWorld, InquiryRow, PropertyRow, ReservationRow, Review } from './records.ts'

export const user = {
  id: '5c05eb47-b6ec-44fe-b4b9-6e95f50b86d0',
  email: 'owner@example.com',
  name: 'Olive Marchetti',
}

export type Includes = ReadonlySet<string>

/** The vendor ignores unknown words. */
export function includesOf(query: Query): Includes {
  return new Set((textParam(query, 'include') ?? '').split(',').map((word) => word.trim()))
}

export const everything: Includes = new Set([
  ...['user', 'listings', 'details', 'bookings', 'guest'],
  ...['financials', 'properties', 'review', 'reservation'],
])

export function showProperty(row: PropertyRow, include: Includes): object {
  const { listings, details, bookings, ...plain } = spelled(row)
  return {
    ...plain,
    ...(include.has('listings') ? { listings } : {}),
    ...(include.has('details') ? { details } : {}),
    ...(include.has('bookings') ? { bookings } : {}),
    ...(include.has('user') ? { user } : {}),
  }
}

export function showReservation(world: HospitableWorld, row: ReservationRow, include: Includes): object {
  const { property_id, guest, financials, ...plain } = row
  const home = world.homes.get(property_id)
  const review = world.reviews.all().find(({ reservation_id }) => reservation_id === row.id)
  return {
    ...plain,
    ...(include.has('guest') ? { guest } : {}),
    ...(include.has('financials') && financials !== null ? { financials } : {}),
    ...(include.has('properties') ? { properties: home === undefined ? [] : [bare(home)] } : {}),
    ...(include.has('listings') ? { listings: listingsOf(home, row.platform) } : {}),
    ...(include.has('user') ? { user } : {}),
    ...(include.has('review')
      ? { review: review === undefined ? null : showReview(world, review, new Set()) }
      : {}),
  }
}

export function showInquiry(world: HospitableWorld, row: InquiryRow, include: Includes): object {
  const { property_id, guest, ...plain } = row
  const home = world.homes.get(property_id)
  return {
    ...plain,
    ...(include.has('guest') ? { guest } : {}),
    ...(include.has('properties') && home !== undefined ? { properties: bare(home) } : {}),
    ...(include.has('listings') ? { listings: listingsOf(home, row.platform) } : {}),
    ...(include.has('user') ? { user } : {}),
  }
}

export function showReview(world: HospitableWorld, review: Review, include: Includes): object {
  const { property_id: _property, reservation_id, ...plain } = review
  const row = reservationOf(world, reservation_id)
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

function listingsOf(home: PropertyRow | undefined, platform: string | null): object[] {
  const all = (home?.listings ?? []) as { platform: string }[]
  return all.filter((listing) => listing.platform === platform)
}
