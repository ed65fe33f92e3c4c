import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { orNull } from '../../connector-kit/answers.ts'
import { clockMarginMs } from '../../connector-kit/change-walk.ts'
import { addDays, compareInstants, momentIn } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { emptyPage, mapOne, mapping, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { bookingPage, everyBooking, propertyRows, type BookingPage } from './envelope.ts'
import { compareIds, propertyIds } from './listings.ts'
import { toStay } from './map-booking.ts'
import { VendorBooking } from './vendor.ts'

export const stays = mapping('stay', VendorBooking, toStay)

/** Uplisting is younger than this day, and nobody books later than this many days ahead. */
const longAgo = '2012-01-01'
const daysAhead = 1100
// The vendor does not document which day of a stay its bounds hold: guests of long stays arrived long ago.
const daysBehind = 90

const dayOf = (moment: string): string => moment.slice(0, 10)
const everything = (moment: string) => ({ from: longAgo, to: addDays(dayOf(moment), daysAhead) })
const coming = (moment: string) => ({ ...everything(moment), from: addDays(dayOf(moment), -daysBehind) })

/** A walk reads the bookings of one property after the other. */
interface BookingCursor {
  /** A full walk ends with a second part: bookings made meanwhile. */
  part: number
  /** The property with this id, or the next one, is read; empty for the first. */
  property: string
  page: number
  /** The first page counted so many bookings of the property. */
  total: number | null
  startedAt: string
}

const againPart = 1

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** No filter finds changes, so an incremental walk reads all stays that are not long over. */
  async page(context, { cursor, since, historyFrom }) {
    const startedAt = new Date(context.now().getTime() - clockMarginMs).toISOString()
    const start = { part: 0, property: '', page: 0, total: null, startedAt }
    const place = readCursor<BookingCursor>(cursor, start)
    const ids = await propertyIds(context)
    const property = ids.find((id) => compareIds(id, place.property) >= 0)
    if (property === undefined) return { ...emptyPage, watermark: place.startedAt }
    const isFull = since === null
    const isAgain = place.part === againPart
    const range = isFull && !isAgain ? everything(place.startedAt) : coming(place.startedAt)
    const from =
      isFull && !isAgain
        ? historyFrom === undefined
          ? range.from
          : addDays(dayOf(historyFrom), -daysBehind)
        : range.from
    const call = bookingPage(context.http, property, { ...range, from, page: place.page })
    const found = (await unlessRemoved(context, property, call)) ?? { rows: [], total: null, isLast: true }
    const rows = isAgain ? found.rows.filter((row) => isBookedSince(row, place.startedAt)) : found.rows
    if (!isFull || isAgain) await noteProperty(context, found.rows, property)
    const nextProperty = ids.find((id) => compareIds(id, property) > 0)
    const next = following({ ...place, property }, found, nextProperty, isFull ? againPart : 0)
    return {
      ...(await mapNews(context, rows, stays)),
      next: next === null ? null : writeCursor(next),
      watermark: place.startedAt,
      ...(isAgain ? { again: true as const } : {}),
    }
  },

  /** A booking is listed under its property only, and neither its id nor a delivery's hint names that. */
  async one(context, externalId) {
    const now = context.now().toISOString()
    const likely = (await propertiesSeen(context)).get(externalId)
    const properties = (await propertyIds(context)).toSorted(
      (left, right) => Number(right === likely) - Number(left === likely),
    )
    for (const range of [coming(now), everything(now)])
      for (const property of properties) {
        const call = everyBooking(context.http, property, range)
        const rows = (await unlessRemoved(context, property, call)) ?? []
        const row = rows.find((candidate) => plainId(candidate) === externalId)
        if (row === undefined) continue
        await noteProperty(context, [row], property)
        return mapOne(row, stays)
      }
    return null
  },
}

const monthMs = 30 * 86_400_000

/** Returns the property at which each booking was seen last: where to look for it first. */
const propertiesSeen = (context: VendorContext): Promise<Map<string, string>> =>
  rememberSettings(context, 'properties of bookings', monthMs, async () => new Map())

async function noteProperty(
  context: VendorContext,
  rows: readonly unknown[],
  property: string,
): Promise<void> {
  const properties = await propertiesSeen(context)
  for (const row of rows) properties.set(plainId(row), property)
}

/** Returns null for a property that was removed meanwhile. One that is still listed may not count as empty. */
async function unlessRemoved<T>(
  { http }: VendorContext,
  property: string,
  call: Promise<T>,
): Promise<T | null> {
  const found = await orNull(call)
  if (found === null && (await propertyRows(http)).some((row) => plainId(row) === property))
    throw new VendorError('malformed', `Uplisting lists property ${property} and has no bookings of it`)
  return found
}

/** Returns the place behind a page. A booking that left the list moves the others up, so its property begins again. */
function following(
  place: BookingCursor,
  { total, isLast, rows }: BookingPage,
  nextProperty: string | undefined,
  lastPart: number,
): BookingCursor | null {
  if (place.total !== null && total !== null && total < place.total) return { ...place, page: 0, total: null }
  if (!isLast && rows.length > 0) return { ...place, page: place.page + 1, total }
  const begin = { ...place, page: 0, total: null }
  if (nextProperty !== undefined) return { ...begin, property: nextProperty }
  return place.part < lastPart ? { ...begin, part: place.part + 1, property: '' } : null
}

/** A row without a readable time of booking counts as new. */
function isBookedSince(row: unknown, since: string): boolean {
  const booked = momentIn(row, 'booked_at')
  return booked === null || compareInstants(booked, since) >= 0
}

/** Reads the bookings of a property that have exactly these days, cancelled ones included. */
export async function bookingsOn(
  { http }: VendorContext,
  { listingExternalId, checkIn, checkOut }: { listingExternalId: string; checkIn: string; checkOut: string },
): Promise<unknown[]> {
  // Neither is it documented if a bound itself is included.
  const range = { from: addDays(checkIn, -1), to: addDays(checkOut, 1) }
  return everyBooking(http, listingExternalId, range)
}
