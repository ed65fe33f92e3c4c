import { readable } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { getAll, getPage } from './envelope.ts'
import { VendorHeld } from './vendor.ts'
import { advance, narrowed, queryOf, type WindowCursor } from './window-walk.ts'

const path = '/v2/bookings'
/** Without these the list leaves out cancelled and past bookings. */
const everything = {
  status: ['confirmed', 'request', 'new', 'cancelled', 'black', 'inquiry'],
  arrivalFrom: '2000-01-01',
}

export interface WalkedBookings {
  place: WindowCursor
  rows: unknown[]
  fresh: unknown[]
  next: WindowCursor | null
}

/** Returns the rows of the next window. */
export async function nextBookings(http: VendorHttp, start: WindowCursor): Promise<WalkedBookings> {
  for (let place = start; ;) {
    const answered = await getPage(http, path, { ...everything, ...queryOf(place) })
    const smaller = narrowed(place, answered)
    if (smaller === null) return { place, rows: answered.rows, ...advance(place, answered) }
    place = smaller
  }
}

/** Finds bookings by their numbers, whatever their status. */
export function bookingsByIds(http: VendorHttp, ids: string[]): Promise<unknown[]> {
  return ids.length === 0 ? Promise.resolve([]) : getAll(http, path, { ...everything, id: ids })
}

export async function bookingById(http: VendorHttp, id: string): Promise<unknown> {
  // The call filters by no status, so that a booking with an unknown word is found too.
  const { rows } = await getPage(http, path, { id })
  return rows[0] ?? null
}

/** Returns what a write needs of a room type's bookings, whatever their status. */
export async function bookingsOfRoom(
  http: VendorHttp,
  roomId: string,
  days: { arrivalFrom?: string; arrivalTo?: string; departureFrom?: string },
): Promise<VendorHeld[]> {
  return readable(VendorHeld, await getAll(http, path, { ...everything, roomId, ...days }))
}

export async function heldBooking(http: VendorHttp, id: string): Promise<VendorHeld | null> {
  return readable(VendorHeld, [await bookingById(http, id)])[0] ?? null
}
