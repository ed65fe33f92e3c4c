/** Maps offers to Airbnb's terms and back. Pure. */
import type { AirbnbOffer, AirbnbOfferBody } from '../../../contract/channel-airbnb-offers.ts'
import type { PreApproved, SpecialOffer, SpecialOfferBody } from '../../../contract/offer-write.ts'
import { invalidField } from '../engine/invalid-body.ts'
import { resolveAlias } from './alias-field.ts'

export interface OfferHeader {
  threadId: string
  blockInstantBooking: boolean
}

const ofOffersAlone = ['listing_id', 'start_date', 'nights', 'total_price', 'guest_details'] as const

/** Fields of both kinds. Throws for missing fields and those of the other kind. */
export function parseOffer(body: AirbnbOfferBody): OfferHeader {
  const threadId = resolveAlias(['thread_id', body.thread_id], ['threadId', body.threadId])
  if (threadId === undefined) throw invalidField('thread_id', '`thread_id` is required.')
  const blockInstantBooking =
    resolveAlias(
      ['block_instant_booking', body.block_instant_booking],
      ['blockInstantBooking', body.blockInstantBooking],
    ) ?? false
  for (const field of ofOffersAlone) {
    const isSent = body[field] !== undefined
    if (body.type === 'offer' && !isSent)
      throw invalidField(field, `\`${field}\` is required with \`offer\`.`)
    if (body.type === 'preapproval' && isSent)
      throw invalidField(field, `\`${field}\` does not go with \`preapproval\`.`)
  }
  if (blockInstantBooking && body.type === 'offer')
    throw invalidField('block_instant_booking', '`block_instant_booking` goes with `preapproval` alone.')
  return { threadId, blockInstantBooking }
}

const departureOf = (start: string, nights: number) =>
  String(Temporal.PlainDate.from(start).add({ days: nights }))

/** The offer in the form of the channel-independent routes; `parseOffer` has checked its fields. */
export function toSpecialOfferBody(body: AirbnbOfferBody, listingId: string): SpecialOfferBody {
  const { start_date: checkIn = '', nights = 1, total_price: totalPrice = 0, guest_details = {} } = body
  const { number_of_guests, number_of_adults, number_of_children, number_of_infants } = guest_details
  const adults =
    number_of_adults ??
    (number_of_guests === undefined ? undefined : number_of_guests - (number_of_children ?? 0))
  if (adults === undefined || adults < 1)
    throw invalidField(
      'guest_details',
      '`number_of_guests` or `number_of_adults` is required, with one adult at least.',
    )
  return {
    listingId,
    checkIn,
    checkOut: departureOf(checkIn, nights),
    totalPrice,
    guests: {
      adults,
      ...(number_of_children === undefined ? {} : { children: number_of_children }),
      ...(number_of_infants === undefined ? {} : { infants: number_of_infants }),
    },
  }
}

type AirbnbOfferStatus = AirbnbOffer['status']

const statusOf: Record<SpecialOffer['status'], AirbnbOfferStatus> = {
  active: 'active',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
  withdrawn: 'voided',
  preview: 'pending',
}

export const toAirbnbOffer = (offer: SpecialOffer): AirbnbOffer => ({
  id: offer.id ?? null,
  threadId: offer.conversationId,
  offerType: 'special_offer',
  status: statusOf[offer.status],
  listingId: offer.listingId,
  startDate: offer.checkIn,
  nights: offer.nights,
  totalPrice: offer.totalPrice,
  guestDetails: {
    numberOfGuests: offer.guests.total,
    numberOfAdults: offer.guests.adults,
    numberOfChildren: offer.guests.children,
    numberOfInfants: offer.guests.infants,
  },
  createdAt: offer.createdAt,
  expiresAt: offer.expiresAt,
  ...(offer.dryRun ? { dryRun: true } : {}),
})

export const toAirbnbPreApproval = (approved: PreApproved, at: Date): AirbnbOffer => ({
  id: null,
  threadId: approved.conversationId,
  offerType: 'preapproval',
  status: 'active',
  listingId: null,
  startDate: null,
  nights: null,
  totalPrice: null,
  guestDetails: null,
  createdAt: approved.dryRun ? null : at.toISOString(),
  expiresAt: approved.expiresAt,
  ...(approved.dryRun ? { dryRun: true } : {}),
})
