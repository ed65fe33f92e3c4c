/**
 * Two queues repeat bookings until they are acknowledged. A full pass, or one after a long silence, asks
 * B.XML first: the vendor drops bookings from the queues after half an hour.
 */
import type { StayRecord } from '../../contract/records.ts'
import type { VendorOperations, VendorStayPage, VendorContext } from '../../connector-kit/connector.ts'
import {
  type RowFailure,
  mapOne,
  mapRows,
  ownMapping,
  readCursor,
  together,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { rootIn } from '../../connector-kit/xml-document.ts'
import { childOf, childrenOf } from '../../connector-kit/xml.ts'
import { acknowledge, type Receipt } from './acknowledge.ts'
import { bookingIdOf, stayId, type ChannelBooking } from './booking.ts'
import { askBxml, hotelIdIn } from './calls.ts'
import { toStay, type BookingRoomStay } from './map-reservation.ts'
import { bxmlBooking } from './read-bxml.ts'
import { oneRequest, requestIdOf, requestsPage } from './requests.ts'
import { otaBooking, otaNames, type ReservationQueue } from './read-ota.ts'

interface ReservationCursor {
  list: 'requests' | 'all' | ReservationQueue
  /** This is the page of requests. */
  page: number
  startedAt: string
}

/** No booking is older than this. */
const longAgo = '2008-01-01 00:00:00'
/** Messages wait for half an hour; this leaves room for a long turn. */
const patienceMs = 20 * 60_000
const dayMs = 24 * 3_600_000

export const stay = ownMapping('stay', toStay, ({ booking, room }: BookingRoomStay) => stayId(booking, room))

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const startedAt = context.now().toISOString()
    const place = readCursor<ReservationCursor>(cursor, { list: 'requests', page: 1, startedAt })
    const isRecent = since !== null && Date.parse(place.startedAt) - Date.parse(since) < patienceMs
    const go = (on: Partial<ReservationCursor>) => writeCursor({ ...place, ...on })
    const watermark = place.startedAt
    const requests =
      place.list === 'requests' ? await requestsPage(context, { page: place.page, since }) : noRequests
    if (requests.isFull) return { ...requests.found, next: go({ page: place.page + 1 }), watermark }
    // A request that became a booking ends in the same step in which the booking comes.
    const list = place.list !== 'requests' ? place.list : isRecent ? 'new' : 'all'
    const page = await (list === 'all' ? pageOfAll(context, since) : pageOfQueue(context, list))
    const next = nextOf[list]
    return {
      ...page,
      ...together([requests.found, page]),
      next: next === null ? null : go({ list: next }),
      watermark,
    }
  },

  async one(context, externalId) {
    if (requestIdOf(externalId) !== null) return oneRequest(context, externalId)
    const id = bookingIdOf(externalId)
    if (!/^\d+$/.test(id)) return null
    const bookings = await askBookings(context, { id })
    const booking = bookings.find((found) => found.id === id)
    const room = booking?.rooms.find((one) => stayId(booking, one) === externalId)
    if (booking && room) return mapOne({ booking, room }, stay)
    // A row without an id may be the requested one, so the booking does not count as gone.
    const rooms = booking ? booking.rooms : bookings
    if (rooms.some((one) => one.id === ''))
      throw new VendorError('malformed', `booking ${id}: an answer without ids`)
    return null
  },

  acknowledge,
}

/** Returns the first room's stay of a booking, by the booking's id; null if there is none. */
export async function firstStayOf(
  context: VendorContext,
  id: string,
): Promise<{ stayId: string; roomId: string } | null> {
  if (!/^\d+$/.test(id)) return null
  const booking = (await askBookings(context, { id })).find((found) => found.id === id)
  const room = booking?.rooms[0]
  const isNamed = booking && room && room.id !== '' && room.roomId !== ''
  return isNamed ? { stayId: stayId(booking, room), roomId: room.roomId } : null
}

const noRequests = { found: { records: [], failures: [] }, isFull: false }

/**
 * The queue of new bookings comes before that of changed ones: a booking changed in between moves to the
 * second.
 */
const nextOf: Readonly<Record<'all' | ReservationQueue, ReservationQueue | null>> = {
  all: 'new',
  new: 'modified',
  modified: null,
}

export async function askBookings(
  context: VendorContext,
  fields: Record<string, string>,
): Promise<ChannelBooking[]> {
  const answer = await askBxml(context, 'reservations', { hotel_id: hotelIdIn(context), ...fields })
  return childrenOf(rootIn(answer, 'reservations'), 'reservation').map(bxmlBooking)
}

/**
 * The call always has a bound: without one it returns only rows not returned before, and marks them as
 * returned.
 */
async function pageOfAll(context: VendorContext, since: string | null) {
  const bound = since === null ? longAgo : stampOf(Date.parse(since) - dayMs)
  return toPage(await askBookings(context, { last_change: bound }))
}

const stampOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** Returns the bookings in a queue that were not acknowledged. */
export async function queueOf(context: VendorContext, queue: ReservationQueue): Promise<ChannelBooking[]> {
  const { message, list, one } = otaNames[queue]
  const answer = await context.http.get(`/hotels/ota/${message}`, {
    query: { hotel_ids: hotelIdIn(context) },
  })
  return childrenOf(childOf(rootIn(answer, `${message}RQ`), list), one).map(otaBooking(queue))
}

async function pageOfQueue(context: VendorContext, queue: ReservationQueue) {
  const bookings = await queueOf(context, queue)
  const page = toPage(bookings)
  const receipt: Receipt = {
    queue,
    told: bookings.map((booking) => ({ id: booking.id, stays: staysIn(booking) })),
  }
  return { ...page, receipt }
}

const staysIn = (booking: ChannelBooking): string[] => booking.rooms.map((room) => stayId(booking, room))

function toPage(bookings: ChannelBooking[]): Pick<VendorStayPage, 'records' | 'failures' | 'whole'> {
  const rows = bookings.flatMap((booking) =>
    booking.rooms.map((room): BookingRoomStay => ({ booking, room })),
  )
  const { records, failures } = mapRows<BookingRoomStay, StayRecord>(rows, stay)
  const empty = bookings.filter((booking) => booking.rooms.length === 0 && booking.status !== 'cancelled')
  const roomless = empty.map(({ id }): RowFailure => ({ externalId: id, message: 'a booking without rooms' }))
  return {
    records,
    failures: [...failures, ...roomless],
    whole: bookings
      .filter((booking) => booking.id !== '' && !empty.includes(booking))
      .map((booking) => ({ confirmationCode: booking.id, stays: staysIn(booking) })),
  }
}
