import type { StayRecord } from '../../contract/records.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorStayPage, VendorContext } from '../../connector-kit/connector.ts'
import { momentIn, utcInstant } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, mapOne, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { inquiriesPage, oneInquiry } from './inquiries.ts'
import { read } from './graphql.ts'
import { readId, threadOfInquiry, writeId, type OfProperty } from './ids.ts'
import { toStay } from './map-booking.ts'
import type { NestedList, PropertyNode } from './property-walk.ts'
import { VendorBookingOfProperty } from './vendor.ts'
import { changePage, rangeFrom, type ChangeWalk } from './walk.ts'

const pageSize = 50

/** A record of a home has its id below the home's. */
export const nestedId = (row: unknown): string => {
  const [property, id] = [
    presentText(fieldOf(row, 'property')),
    presentText(fieldOf(fieldOf(row, 'node'), 'id')),
  ]
  return property === null || id === null ? 'unknown' : writeId({ property, id })
}

const stay = mapping('stay', VendorBookingOfProperty, toStay, nestedId)

function pageOf(connection: unknown): ReturnType<NestedList['pageOf']> {
  const info = fieldOf(connection, 'pageInfo')
  const end = presentText(fieldOf(info, 'endCursor'))
  const rows = listIn(connection, 'edges').map((edge) => fieldOf(edge, 'node'))
  return { rows, next: fieldOf(info, 'hasNextPage') === true ? end : null }
}

const walkAt = (now: Date): ChangeWalk => ({
  partOf: (since) => ({
    changedAt: ({ node }: PropertyNode) => momentIn(node, 'lastUpdatedDateTime', utcInstant),
    nested: {
      ofAdvertiser: 'ReservationsOfAdvertiser',
      ofProperty: 'ReservationsOfProperty',
      field: 'reservations',
      variables: {
        pageSize,
        filter: since === null ? null : { lastUpdatedDateTime: rangeFrom(since, now) },
      },
      pageOf,
    },
  }),
})

interface ReservationCursor {
  of: 'bookings' | 'inquiries'
  inner: string | null
  watermark: string | null
}

/** Bookings come first, then guests' questions without a booking, which the vendor keeps as threads. */
export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }): Promise<VendorStayPage> {
    const place = readCursor<ReservationCursor>(cursor, { of: 'bookings', inner: null, watermark: null })
    const walk = { cursor: place.inner, since }
    if (place.of === 'inquiries') {
      const { next, ...page } = await inquiriesPage(context, walk)
      const goesOn = next === null ? null : writeCursor({ ...place, inner: next })
      return { ...page, next: goesOn, watermark: place.watermark }
    }
    const page = await changePage(context, walkAt(context.now()), walk)
    const { rows, failures, next, watermark } = page
    const mapped = await mapNews(context, rows, stay)
    const after: ReservationCursor =
      next === null
        ? { of: 'inquiries', inner: null, watermark }
        : { of: 'bookings', inner: next, watermark: null }
    return {
      records: mapped.records,
      failures: [...failures, ...mapped.failures],
      unchanged: mapped.unchanged,
      next: writeCursor(after),
      watermark,
      ...(page.again && { again: page.again }),
    }
  },

  async one(context, externalId): Promise<StayRecord | null> {
    const thread = threadOfInquiry(externalId)
    if (thread !== null) return oneInquiry(context, thread)
    const ids = readId(externalId)
    if (ids === null) return null
    const node = await bookingOf(context, ids)
    return node === null ? null : mapOne({ property: ids.property, node }, stay)
  },
}

/** Returns the booking's present state; null if there is none. */
async function bookingOf(context: VendorContext, { property, id }: OfProperty): Promise<unknown> {
  const variables = { property, after: null, pageSize: 1, filter: { ids: [id] } }
  const { property: answer } = await read(context, 'ReservationsOfProperty', variables)
  if (answer === null || answer === undefined) return null
  return pageOf(fieldOf(answer, 'reservations')).rows[0] ?? null
}
