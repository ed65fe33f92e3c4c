import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import type { World } from '../kit/world/world.ts'
import type { SmoobuKinds } from './projection.ts'
import { apartmentOf, type Booking } from './records.ts'

const usualPageSize = 25
const largestPageSize = 100

/** Returns a page of the bookings that a query asks for. */
export function bookingPage(world: World<SmoobuKinds>, query: Query, byChange: boolean): object {
  const rows = world.stays
    .all()
    .filter((booking) => isWanted(booking, query))
    .toSorted((left, right) =>
      byChange
        ? (right.modifiedAt ?? '').localeCompare(left.modifiedAt ?? '') || right.id - left.id
        : right.id - left.id,
    )
  const size = Math.min(largestPageSize, Math.max(1, intParam(query, 'pageSize') ?? usualPageSize))
  const page = Math.max(1, intParam(query, 'page') ?? 1)
  return {
    page_count: Math.ceil(rows.length / size),
    page_size: size,
    total_items: rows.length,
    page,
    bookings: rows.slice((page - 1) * size, page * size).map((booking) => showBooking(booking, query)),
  }
}

/** Parts of the price come only on request. */
export function showBooking(booking: Booking, query: Query): object {
  const { priceElements, related, ...rest } = booking
  return {
    ...rest,
    ...(flagParam(query, 'includeRelated') === true ? { related } : {}),
    ...(flagParam(query, 'includePriceElements') === true ? { priceElements } : {}),
  }
}

type ListBound = [name: string, fits: (booking: Booking, day: string) => boolean]

const text = (value: string | null): string => value ?? ''

const bounds: readonly ListBound[] = [
  ['from', ({ departure }, day) => text(departure) >= day],
  ['to', ({ arrival }, day) => text(arrival) <= day],
  ['created_from', (booking, day) => text(booking['created-at']).slice(0, 10) >= day],
  ['created_to', (booking, day) => text(booking['created-at']).slice(0, 10) <= day],
  ['modifiedFrom', ({ modifiedAt }, day) => text(modifiedAt).slice(0, 10) >= day],
  ['modifiedTo', ({ modifiedAt }, day) => text(modifiedAt).slice(0, 10) <= day],
  ['arrivalFrom', ({ arrival }, day) => text(arrival) >= day],
  ['arrivalTo', ({ arrival }, day) => text(arrival) <= day],
  ['departureFrom', ({ departure }, day) => text(departure) >= day],
  ['departureTo', ({ departure }, day) => text(departure) <= day],
]

function isWanted(booking: Booking, query: Query): boolean {
  if (booking.type === 'cancellation' && flagParam(query, 'showCancellation') !== true) return false
  if (booking['is-blocked-booking'] === true && flagParam(query, 'excludeBlocked') === true) return false
  const apartment = intParam(query, 'apartmentId')
  if (apartment !== undefined && apartmentOf(booking) !== apartment) return false
  return bounds.every(([name, fits]) => {
    const day = textParam(query, name)
    return day === undefined || fits(booking, day)
  })
}
