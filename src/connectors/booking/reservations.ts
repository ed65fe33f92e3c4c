/**
 * Bookings come from two queues, each of which tells what is in it until it is acknowledged. A pass over everything, and one
 * after a long silence, asks B.XML first: what nobody acknowledged for half an hour is taken out of the queues.
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
  /** Of the requests. */
  page: number
  startedAt: string
}

/** Before any booking there can be. */
const longAgo = '2008-01-01 00:00:00'
/** Messages wait for half an hour; this leaves room for a turn that was long. */
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
    // What has become a booking is given up in the same step in which the booking comes.
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
    // What has no id may be the one that was asked for: then nobody may say that it is gone.
    const rooms = booking ? booking.rooms : bookings
    if (rooms.some((one) => one.id === ''))
      throw new VendorError('malformed', `booking ${id}: an answer without ids`)
    return null
  },

  acknowledge,
}

/** The stay of the first room of a booking, by the booking's id; null where none is told. */
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

/** New ones before changed ones: what changes in between has gone over into the other queue. */
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

/** Never without a bound: then it would be what was not told before, and count as told. */
async function pageOfAll(context: VendorContext, since: string | null) {
  const bound = since === null ? longAgo : stampOf(Date.parse(since) - dayMs)
  return toPage(await askBookings(context, { last_change: bound }))
}

const stampOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** What is in it and was not acknowledged. */
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
