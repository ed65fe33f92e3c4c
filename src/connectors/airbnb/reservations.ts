import { fieldOf } from '../../connector-kit/answers.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { idIn, mapping, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { idOfRow } from './ids.ts'
import { cursorPage, hostOf } from './lists.ts'
import { toInquiry } from './map-inquiry.ts'
import { toStay } from './map-reservation.ts'
import { threadPage, threadPath, threadQuery } from './threads.ts'
import { VendorReservation, VendorThread } from './vendor.ts'

interface Place {
  list: 'bookings' | 'inquiries'
  /** The vendor's. */
  cursor: string | null
  /** When the walk began: its window must not move. */
  startedAt: string
}

const stay = mapping('stay', VendorReservation, toStay, idIn('confirmation_code'))
const inquiry = mapping('stay', VendorThread, toInquiry, idOfRow)

/** Before any booking there can be. */
const longAgo = '2008-01-01'
/** Bookings are taken two years ahead. */
const daysAhead = 800
/** Stays that have just ended are still changed: alterations, refunds, guests who left early. */
const daysBehind = 7
/** Threads are numbered; bookings have codes with letters. */
const isThread = (externalId: string) => /^\d+$/.test(externalId)

/**
 * The list of bookings tells nothing of what changed when: every time all that is not over is read, and everything in a full
 * pass. Inquiries are threads without a booking.
 */
export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since, historyFrom = longAgo }) {
    const start: Place = { list: 'bookings', cursor: null, startedAt: context.now().toISOString() }
    const place = readCursor<Place>(cursor, start)
    const isOfBookings = place.list === 'bookings'
    const { rows, next } = isOfBookings
      ? await bookingPage(context, place, since === null ? historyFrom : null)
      : await threadPage(context, { cursor: place.cursor, since })
    return {
      ...(await (isOfBookings ? mapNews(context, rows, stay) : mapNews(context, rows, inquiry))),
      next: following(place, next),
      watermark: place.startedAt,
    }
  },

  one({ http }, externalId) {
    if (isThread(externalId)) {
      const answer = http.get(threadPath(externalId), { query: threadQuery })
      return readOne(answer, inquiry, (json) => fieldOf(json, 'thread'))
    }
    const answer = http.get(`/v2/reservations/${encodeURIComponent(externalId)}`)
    return readOne(answer, stay, (json) => fieldOf(json, 'reservation'))
  },
}

async function bookingPage(context: VendorContext, { cursor, startedAt }: Place, from: string | null) {
  const today = startedAt.slice(0, 10)
  return cursorPage(context.http, {
    path: '/v2/reservations',
    name: 'reservations',
    query: {
      host_id: String((await hostOf(context)).id),
      start_date: from ?? addDays(today, -daysBehind),
      end_date: addDays(today, daysAhead),
      all_status: true,
    },
    cursor,
  })
}

function following(place: Place, next: string | null): string | null {
  if (next !== null) return writeCursor({ ...place, cursor: next })
  return place.list === 'bookings' ? writeCursor({ ...place, list: 'inquiries', cursor: null }) : null
}
