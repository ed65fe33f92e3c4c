import type { VendorOperations } from '../../connector-kit/connector.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { readData } from './envelope.ts'
import { toInquiry, toStay } from './map-reservation.ts'
import { instant } from './map.ts'
import { beginScan, scan, type ScanCursor } from './scan.ts'
import { VendorInquiry, VendorReservation } from './vendor.ts'
import {
  comingReservations,
  everyReservation,
  inquiries,
  inquiryParts,
  reservationParts,
  writtenSince,
} from './windows.ts'

const stay = mapping('stay', VendorReservation, toStay)
const inquiry = mapping('stay', VendorInquiry, toInquiry)

// The vendor's clock may be behind ours.
const clockMarginMs = 3_600_000
/** A full walk reads the list at this position again at its end. */
const againIndex = 2

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const now = context.now()
    const place = readCursor<ScanCursor>(cursor, beginScan(now))
    // The windows must not move during the walk.
    const start = new Date(place.startedAt)
    const isFull = since === null
    const lists = isFull
      ? [everyReservation(start), inquiries(), comingReservations(start)]
      : [comingReservations(start), writtenSince(inquiries(), since)]
    const { list, index, rows, promised, next } = await scan(context, place, lists)
    // Bookings made during a full walk may appear on pages already read; their own time of booking tells.
    const newRows = isFull && index === againIndex ? rows.filter((row) => isBookedAfter(row, start)) : rows
    const mapped = await (list.kind === 'inquiries'
      ? mapNews(context, newRows, inquiry)
      : mapNews(context, newRows, stay))
    const isLast = next === null
    return {
      ...mapped,
      next: isLast ? null : writeCursor(next),
      watermark: place.startedAt,
      ...(isFull && isLast
        ? { expected: promised.slice(0, againIndex).reduce((sum, count) => sum + count, 0) }
        : {}),
    }
  },

  async one({ http }, externalId) {
    const id = encodeURIComponent(externalId)
    const booking = http.get(`/v2/reservations/${id}`, { query: { include: reservationParts } })
    const found = await readOne(booking, stay, readData)
    if (found !== null) return found
    return readOne(http.get(`/v2/inquiries/${id}`, { query: { include: inquiryParts } }), inquiry, readData)
  },
}

/** A row without a readable time of booking counts as new. */
function isBookedAfter(row: unknown, start: Date): boolean {
  const booked = momentIn(row, 'booking_date', instant)
  return booked === null || Date.parse(booked) >= start.getTime() - clockMarginMs
}
