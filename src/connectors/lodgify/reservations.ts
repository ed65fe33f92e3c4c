import { beginWalk, comesAgain, watermarkOf, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { inboxPage, numberedList } from './lists.ts'
import { enquiryId, enquiryNumber, isBooking, toInquiry } from './map-enquiry.ts'
import { toStay } from './map-reservation.ts'
import { advance, boundFor, partsOf, type WalkPart } from './reservation-walk.ts'
import { VendorBooking, VendorInboxItem } from './vendor.ts'

const pageSize = 50

const bookingMapping = mapping('stay', VendorBooking, toStay)

const enquiryMapping = mapping('stay', VendorInboxItem, toInquiry, enquiryId)

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const parts = partsOf(place, since)
    const part = parts[place.part] ?? lastOf(parts)
    const { rows, next, mapped } = await readPart(context, part, place.inner)
    const reached = advance(place, rows, next)
    // `expected` is absent because the inbox counts bookings and enquiries together.
    return {
      ...mapped,
      next: reached.part < parts.length ? writeCursor(reached) : null,
      watermark: watermarkOf(reached),
      ...comesAgain(part.changedSince, since),
    }
  },

  async one({ http }, externalId) {
    const enquiry = enquiryNumber(externalId)
    if (enquiry !== null) {
      return readOne(http.get(`/v1/reservation/enquiry/${enquiry}`), enquiryMapping)
    }
    const path = `/v2/reservations/bookings/${encodeURIComponent(externalId)}`
    return readOne(http.get(path), bookingMapping)
  },
}

async function readPart(context: VendorContext, { list, changedSince }: WalkPart, cursor: string | null) {
  const { http } = context
  const bound = changedSince === null ? undefined : boundFor(changedSince)
  if (list === 'enquiries') {
    const { rows, next } = await inboxPage(http, { cursor, modifiedSince: bound, pageSize })
    const enquiries = rows.filter((row) => !isBooking(row))
    return { rows: enquiries, next, mapped: await mapNews(context, enquiries, enquiryMapping) }
  }
  const { rows, next } = await numberedList(http, {
    path: '/v2/reservations/bookings',
    cursor,
    pageSize,
    // Without these the vendor lists only coming stays, and none from the trash.
    query: { stayFilter: 'All', trash: 'All', includeQuoteDetails: true, updatedSince: bound },
  })
  return { rows, next, mapped: await mapNews(context, rows, bookingMapping) }
}

function lastOf(parts: WalkPart[]): WalkPart {
  return parts.at(-1) ?? { list: 'bookings', changedSince: null }
}
