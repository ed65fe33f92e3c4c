/**
 * These lists name their properties and are read in windows. Reservations have no filter or order by change
 * time: a full pass reads all, any other everything that has not ended yet.
 */
import type { Query } from '../../connector-kit/http.ts'
import { addDays } from '../../connector-kit/dates.ts'

export interface VendorList {
  kind: 'reservations' | 'inquiries'
  path: string
  query: Query
}

const reservationsPath = '/v2/reservations'
const inquiriesPath = '/v2/inquiries'
// Every possible booking lies between this day and so many days ahead.
const firstDay = '2000-01-01'
const daysAhead = 1500
// Stays that have just ended still change: extensions, refunds, guests who left early.
const daysBehind = 7
// The vendor does not document in which zone it reads the bound.
const zoneMarginMs = 24 * 3_600_000

export const reservationParts = 'guest,financials,properties'
export const inquiryParts = 'guest,properties'

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** The list is filtered by arrival, since without a window the vendor shows only a few days. */
export function everyReservation(now: Date): VendorList {
  const query = { start_date: firstDay, end_date: addDays(dayOf(now), daysAhead), date_query: 'checkin' }
  return { kind: 'reservations', path: reservationsPath, query: { ...query, include: reservationParts } }
}

export function comingReservations(now: Date): VendorList {
  const today = dayOf(now)
  const query = {
    start_date: addDays(today, -daysBehind),
    end_date: addDays(today, daysAhead),
    date_query: 'checkout',
  }
  return { kind: 'reservations', path: reservationsPath, query: { ...query, include: reservationParts } }
}

export function inquiries(): VendorList {
  return { kind: 'inquiries', path: inquiriesPath, query: { include: inquiryParts } }
}

/** Filters for conversations with messages since then, possibly more. */
export function writtenSince(list: VendorList, since: string): VendorList {
  const bound = new Date(Date.parse(since) - zoneMarginMs)
  const last_message_at = bound.toISOString().slice(0, 19).replace('T', ' ')
  return { ...list, query: { ...list.query, last_message_at } }
}
