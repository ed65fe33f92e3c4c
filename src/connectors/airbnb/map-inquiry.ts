import type { InquiryRecord } from '../../contract/records.ts'
import { civilDate, utcInstant } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { countedParty, partyOf } from '../../connector-kit/stay-readings.ts'
import { toGuest } from './conversations.ts'
import { demandId, idOf } from './ids.ts'
import type { VendorThread } from './vendor.ts'

type Status = InquiryRecord['status']

const ofInquiries: Record<string, Status> = {
  active: 'open',
  declined: 'declined',
  expired: 'expired',
  not_possible: 'not_possible',
}
/** A pre-approval is an offer at the current price, and not told apart here. One that was withdrawn leaves the question open. */
const ofOffers: Record<string, Status> = {
  pending: 'special_offer_sent',
  accepted: 'booked',
  declined: 'declined',
  canceled: 'open',
  expired: 'expired',
}

/** undefined: the thread is about a booking, or about nothing. */
export function toInquiry(row: VendorThread): InquiryRecord | undefined {
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
    // What cannot be read stays open, so that somebody looks at it.
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
