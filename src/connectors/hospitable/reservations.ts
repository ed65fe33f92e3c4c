import type { StayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { readData } from './envelope.ts'
import { instant } from './map.ts'
import { toInquiry, toStay } from './map-reservation.ts'
import { orNull } from './missing.ts'
import { beginScan, scan } from './scan.ts'
import type { Place } from './scan.ts'
import { VendorInquiry, VendorReservation } from './vendor.ts'
import {
  comingReservations,
  everyReservation,
  inquiries,
  inquiryParts,
  reservationParts,
  writtenSince,
} from './windows.ts'

const stay: RowMapping<VendorReservation, StayRecord> = {
  row: compileCheck(VendorReservation),
  record: recordChecks.stay,
  idOf: plainId,
  map: toStay,
}
const inquiry: RowMapping<VendorInquiry, StayRecord> = {
  row: compileCheck(VendorInquiry),
  record: recordChecks.stay,
  idOf: plainId,
  map: toInquiry,
}

// The vendor's clock may be behind ours.
const clockMarginMs = 3_600_000
/** The list of a full walk that is read again at its end. */
const againIndex = 2

export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since }) {
    const now = context.now()
    const place = readCursor<Place>(cursor, beginScan(now))
    // The windows must not move during the walk.
    const start = new Date(place.startedAt)
    const isFull = since === null
    const lists = isFull
      ? [everyReservation(start), inquiries(), comingReservations(start)]
      : [comingReservations(start), writtenSince(inquiries(), since)]
    const { list, index, rows, promised, next } = await scan(context, place, lists)
    // Bookings made during a full walk may stand where it had been already; that they are new they say themselves.
    const wanted = isFull && index === againIndex ? rows.filter((row) => isBookedAfter(row, start)) : rows
    const mapped = list.kind === 'inquiries' ? mapRows(wanted, inquiry) : mapRows(wanted, stay)
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
    const row = await orNull(http.get(`/v2/reservations/${id}`, { query: { include: reservationParts } }))
    if (row !== null) return mapOne(readData(row), stay)
    const question = await orNull(http.get(`/v2/inquiries/${id}`, { query: { include: inquiryParts } }))
    return question === null ? null : mapOne(readData(question), inquiry)
  },
}

/** A row that does not say when it was booked, or says so unreadably, counts as new. */
function isBookedAfter(row: unknown, start: Date): boolean {
  const value = typeof row === 'object' && row !== null && 'booking_date' in row ? row.booking_date : null
  try {
    const booked = typeof value === 'string' ? instant(value) : null
    return booked === null || Date.parse(booked) >= start.getTime() - clockMarginMs
  } catch {
    return true
  }
}
