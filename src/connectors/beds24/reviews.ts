import type { ReviewRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorPage, VendorContext } from '../../connector-kit/connector.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { mapping, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { getPage } from './envelope.ts'
import { toAirbnbReview, toBookingReview } from './map-review.ts'
import { accountFacts } from './properties.ts'
import { VendorAirbnbReview, VendorBookingReview } from './vendor.ts'

// Booking.com shows reviews of the last three years.
const furthestBackMs = 3 * 366 * 86_400_000

/** Reviews are listed per place: Airbnb's by room type, Booking.com's by property. */
interface Shelf {
  channel: 'airbnb' | 'booking'
  id: string
  /** Set if the property has only one room type. */
  listing: string | null
}

export const reviews: NonNullable<VendorOperations['reviews']> = {
  /** Each page reads one place, by its position; the vendor has no list of all reviews. */
  async page(context, { cursor }) {
    const { done } = readCursor(cursor, { done: '' })
    const shelves = await shelvesOf(context)
    const shelf = shelves.find((candidate) => keyOf(candidate) > done)
    if (shelf === undefined) return { records: [], failures: [], next: null }
    const isLast = shelf === shelves.at(-1)
    const read = shelf.channel === 'airbnb' ? airbnbReviews : bookingReviews
    return { ...(await read(context, shelf)), next: isLast ? null : writeCursor({ done: keyOf(shelf) }) }
  },
}

const keyOf = ({ channel, id }: Shelf): string => `${channel} ${id}`

async function shelvesOf(context: VendorContext): Promise<Shelf[]> {
  const { roomsOfProperty } = await accountFacts(context)
  const shelves = [...roomsOfProperty].flatMap(([property, rooms]): Shelf[] => [
    ...rooms.map((id): Shelf => ({ channel: 'airbnb', id, listing: id })),
    { channel: 'booking', id: property, listing: rooms.length === 1 ? (rooms[0] ?? null) : null },
  ])
  return shelves.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

type ReviewRead = Omit<VendorPage<ReviewRecord>, 'next'>

async function airbnbReviews({ http }: VendorContext, { id }: Shelf): Promise<ReviewRead> {
  const rows = await orNone(allReviews(http, '/v2/channels/airbnb/reviews', { roomId: id }))
  const idOf = (row: unknown) => `airbnb-${plainId(row)}`
  return mapRows(
    rows,
    mapping('review', VendorAirbnbReview, (row) => toAirbnbReview(row, id), idOf),
  )
}

async function bookingReviews({ http, now }: VendorContext, { id, listing }: Shelf): Promise<ReviewRead> {
  const from = new Date(now().getTime() - furthestBackMs).toISOString().slice(0, 10)
  const rows = await orNone(allReviews(http, '/v2/channels/booking/reviews', { propertyId: id, from }))
  const idOf = (row: unknown) => `booking-${plainId({ id: fieldOf(row, 'review_id') })}`
  return mapRows(
    rows,
    mapping('review', VendorBookingReview, (row) => toBookingReview(row, listing), idOf),
  )
}

/** One call returns at most a hundred reviews, and there are no pages. */
async function allReviews(http: VendorHttp, path: string, query: Query): Promise<unknown[]> {
  return (await getPage(http, path, query)).rows
}

/**
 * A place not connected to the channel is refused and has no reviews; other refusals, such as a missing
 * scope, are errors.
 */
async function orNone(rows: Promise<unknown[]>): Promise<unknown[]> {
  return rows.catch((error: unknown) => {
    const isRefused =
      error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'not_found')
    if (isRefused && error.status !== 403) return []
    throw error
  })
}
