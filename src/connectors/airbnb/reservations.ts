import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays, civilDate, utcInstant } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { idIn, mapping, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { idOfRow, demandId, idOf } from './ids.ts'
import { cursorPage, hostOf } from './lists.ts'
import { toStay } from './map-reservation.ts'
import { threadPage, threadPath, threadQuery } from './threads.ts'
import { VendorReservation, VendorThread } from './vendor.ts'
import type { InquiryRecord } from '../../contract/records.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { countedParty, partyOf } from '../../connector-kit/stay-readings.ts'
import { toGuest } from './conversations.ts'

type InquiryStatus = InquiryRecord['status']

const ofInquiries: Record<string, InquiryStatus> = {
  active: 'open',
  declined: 'declined',
  expired: 'expired',
  not_possible: 'not_possible',
}
/**
 * A pre-approval is an offer at the current price, so both look alike here. A withdrawn one leaves the
 * question open.
 */
const ofOffers: Record<string, InquiryStatus> = {
  pending: 'special_offer_sent',
  accepted: 'booked',
  declined: 'declined',
  canceled: 'open',
  expired: 'expired',
}

/** Returns undefined if the thread concerns a booking, or nothing. */
function toInquiry(row: VendorThread): InquiryRecord | undefined {
  const { type, status, booking_details: details } = row.attachment ?? {}
  const words = type === 'Inquiry' ? ofInquiries : type === 'SpecialOffer' ? ofOffers : undefined
  if (words === undefined) return undefined
  const guest = toGuest(row)
  const party = countedParty(
    partyOf({
      adults: details?.number_of_adults,
      children: details?.number_of_children,
      infants: details?.number_of_infants,
      pets: details?.number_of_pets,
      total: details?.number_of_guests,
    }),
  )
  const payout = decimalString(details?.expected_payout_amount_accurate)
  return {
    kind: 'inquiry',
    externalId: demandId(row.id_str, row.id, 'thread'),
    listingExternalId: idOf(details?.listing_id_str, details?.listing_id),
    channel: 'airbnb',
    // An unknown status stays open, so that somebody looks at it.
    status: meaningOf(words, status) ?? 'open',
    checkIn: civilDate(details?.checkin_date),
    checkOut: civilDate(details?.checkout_date),
    ...(party === null ? {} : { occupancy: party }),
    ...(payout === null ? {} : { expectedPayout: { amount: payout, currency: null } }),
    respondBy: utcInstant(details?.non_response_at),
    ...(guest === null ? {} : { guest }),
    ...(type === 'SpecialOffer' ? { isOfferOrApproval: true } : {}),
    sourceStatus: `${type} ${status ?? ''}`.trim(),
  }
}

interface ReservationCursor {
  list: 'bookings' | 'inquiries'
  /** The cursor is the vendor's. */
  cursor: string | null
  /** The walk began then, and its window must not move. */
  startedAt: string
}

const stay = mapping('stay', VendorReservation, toStay, idIn('confirmation_code'))
const inquiry = mapping('stay', VendorThread, toInquiry, idOfRow)

/** No booking is older than this. */
const longAgo = '2008-01-01'
/** Airbnb accepts bookings two years ahead. */
const daysAhead = 800
/** Stays that have just ended still change: alterations, refunds, guests who left early. */
const daysBehind = 7
/** Thread ids are numbers; booking codes contain letters. */
const isThread = (externalId: string) => /^\d+$/.test(externalId)

/**
 * The list of bookings has no times of change: every walk reads all that are not over, and a full pass
 * everything. Inquiries are threads without a booking.
 */
export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since, historyFrom = longAgo }) {
    const start: ReservationCursor = {
      list: 'bookings',
      cursor: null,
      startedAt: context.now().toISOString(),
    }
    const place = readCursor<ReservationCursor>(cursor, start)
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

async function bookingPage(
  context: VendorContext,
  { cursor, startedAt }: ReservationCursor,
  from: string | null,
) {
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

function following(place: ReservationCursor, next: string | null): string | null {
  if (next !== null) return writeCursor({ ...place, cursor: next })
  return place.list === 'bookings' ? writeCursor({ ...place, list: 'inquiries', cursor: null }) : null
}
