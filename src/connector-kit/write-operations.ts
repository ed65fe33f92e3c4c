/**
 * What can be written through a vendor. Every operation is one attempt: it never repeats a call whose outcome is not known.
 *
 * How they fail is said by VendorError. `rejected`, `not_found`, `rate_limited`, `credentials` and `reauth` mean that
 * nothing was done; `unavailable`, `timeout` and `malformed` mean that nobody knows yet, and the caller finds out by the
 * marker or by reading back before it tries again. Why a vendor refused stands in the error's `reason`, as far as it says.
 */
import type { SectionError } from './section-error.ts'
import type { Alterations } from './alteration-operations.ts'
import type { ReservationRecord } from '../contract/records.ts'
import type { BookingChanges } from './booking-change-operations.ts'
import type { CalendarWrites } from './calendar-write-operations.ts'
import type { ChannelContent } from './channel-content.ts'
import type { ListingCreation } from './listing-creation-operations.ts'
import type { ListingWrites } from './listing-write-operations.ts'
import type { MessageWrites } from './message-write-operations.ts'
import type { VendorContext } from './vendor-context.ts'

export interface ReservationDraft {
  listingExternalId: string
  /** The room asked for; only where `fields.unit`. */
  unitExternalId?: string
  /** Civil dates of the stay. */
  checkIn: string
  checkOut: string
  /** `tentative` only where `fields.tentative`. */
  status: 'confirmed' | 'tentative'
  platform: 'direct' | 'website'
  guest: { firstName: string; lastName?: string; email?: string; phone?: string }
  adults: number
  children: number
  /** For the whole stay, a decimal string in major units of `currency`; absent: the vendor prices it. */
  totalPrice?: string
  /** The listing's own. */
  currency: string | null
  notes?: string
  sendConfirmationEmail?: boolean
  /** Stands inside the vendor's booking, so that it can be found: 20 characters of a-z and 0-9. */
  marker: string
}

export interface WrittenReservation {
  externalId: string
  /** As the vendor holds it now, where its answer tells the whole; else it is read with `reservations.one`. */
  record?: ReservationRecord
  errors: SectionError[]
}

export interface ReservationChange {
  externalId: string
  listingExternalId: string
  /** Dates always come as a pair, the ones that stay included. */
  checkIn?: string
  checkOut?: string
  adults?: number
  children?: number
}

export interface QuoteRequest {
  listingExternalId: string
  unitExternalId?: string
  checkIn: string
  checkOut: string
  adults: number
  children: number
  currency: string | null
}

export interface VendorQuote {
  available: boolean
  /** Decimal strings; null when not available. */
  total: string | null
  currency: string | null
  /** Parts the vendor does not itemize are absent. */
  breakdown?: { accommodation?: string; cleaningFee?: string; taxes?: string; fees?: string }
  /** Why it is not available, in words. */
  restrictions: string[]
}

export interface ReservationWrites {
  /** What a draft may carry beyond listing, dates, guest and party. */
  fields: {
    customPrice: 'optional' | 'required' | 'no'
    notes: boolean
    unit: boolean
    tentative: boolean
    sendConfirmationEmail: boolean
  }
  create(context: VendorContext, draft: ReservationDraft): Promise<WrittenReservation>
  /** Ids of bookings that carry the marker, cancelled ones included. `since`: it was sent then or later. */
  findMarked(
    context: VendorContext,
    wanted: { marker: string; listingExternalId: string; checkIn: string; checkOut: string; since: Date },
  ): Promise<string[]>
  modify?: {
    /** Whether the stay can move to other dates; false: only the party. */
    dates: boolean
    run(context: VendorContext, change: ReservationChange): Promise<WrittenReservation>
  }
  cancel?(
    context: VendorContext,
    wanted: { externalId: string; listingExternalId: string; reason?: string },
  ): Promise<WrittenReservation>
  quote?(context: VendorContext, request: QuoteRequest): Promise<VendorQuote>
  /** Sources of bookings that the vendor lets us change and cancel; others belong to their channel. */
  ownSources: readonly (ReservationRecord['source'] & string)[]
}

export type VendorDeclineReason =
  | 'dates_not_available'
  | 'not_comfortable'
  | 'listing_not_ready'
  | 'different_dates_needed'
  | 'spam'
  | 'other'

/** Answers to booking requests that wait for the host. */
export interface RequestAnswers {
  accept(context: VendorContext, wanted: { externalId: string }): Promise<void>
  decline(
    context: VendorContext,
    wanted: { externalId: string; reason: VendorDeclineReason; message: string },
  ): Promise<void>
}

/** Calling off a confirmed booking in the host's name. */
export interface HostCancellations {
  /** All that there are, of channels that offer the same for every booking. */
  reasons?: readonly string[]
  /** A reason that the channel does not offer for this booking is `rejected` before anything is done. `detail`: more of why. */
  cancel(
    context: VendorContext,
    wanted: { externalId: string; reason: string; detail?: string },
  ): Promise<void>
}

export interface PreApprovals {
  /** The guest can be made to book by the pre-approval alone. */
  blocksInstantBooking?: true
  approve(
    context: VendorContext,
    wanted: {
      inquiryExternalId: string
      conversationExternalId: string
      message?: string
      blockInstantBooking?: true
    },
  ): Promise<{ expiresAt: string | null }>
}

export interface OfferDraft {
  inquiryExternalId: string
  conversationExternalId: string
  listingExternalId: string | null
  checkIn: string | null
  checkOut: string | null
  guests: { adults: number; children: number; infants: number; pets: number } | null
  /** Decimal strings in major units of `currency`: one total, or single amounts, as `price` says. */
  totalPrice?: string
  rentalAmount?: string
  fees?: { type: string; value: string }[]
  damageDeposit?: string
  currency: string | null
  message?: string
}

export interface StandingOffer {
  externalId: string
  expiresAt: string | null
}

/** Special offers for inquiries. */
export interface SpecialOffers {
  /** How an offer is priced. */
  price: 'total' | 'breakdown'
  send(context: VendorContext, draft: OfferDraft): Promise<StandingOffer>
  /** The offer that stands for an inquiry and was made at `since` or later. */
  standing(
    context: VendorContext,
    wanted: { inquiryExternalId: string; conversationExternalId: string; since: Date },
  ): Promise<StandingOffer | null>
  withdraw(
    context: VendorContext,
    wanted: { externalId: string; inquiryExternalId: string; conversationExternalId: string },
  ): Promise<void>
  /** How far one got, for vendors that tell. A state null: in a word that is not known. */
  read?(context: VendorContext, externalId: string): Promise<ReadOffer | null>
}

export interface ReadOffer {
  state: 'active' | 'accepted' | 'declined' | 'expired' | 'withdrawn' | null
  expiresAt: string | null
}

export interface ReviewWrites {
  maxLength: number
  reply(context: VendorContext, wanted: { externalId: string; body: string }): Promise<void>
}

type GuestReviewCategory = 'cleanliness' | 'communication' | 'respect_house_rules'

/** What a host says of a guest. */
export interface GuestReview {
  publicReview: string
  /** For the guest alone. */
  privateFeedback?: string
  isRevieweeRecommended: boolean
  categoryRatings: {
    category: GuestReviewCategory
    /** 1 to 5. */
    rating: number
    comment?: string
    /** Why, in the words of the channel. */
    tags?: string[]
  }[]
}

export interface GuestReviews {
  /** A rating below this needs tags. */
  tagsNeededBelow: Readonly<Record<GuestReviewCategory, number>>
  /** Final. */
  submit(context: VendorContext, wanted: { externalId: string } & GuestReview): Promise<void>
}

export interface VendorGuestDraft {
  firstName: string
  lastName?: string
  email?: string
  phone?: string
  language?: string
}

export interface GuestWrites {
  create?(context: VendorContext, draft: VendorGuestDraft): Promise<{ externalId: string }>
  /** The one that was made at `since` or later of this draft; null: there is none. Throws where it cannot be told. */
  find?(context: VendorContext, draft: VendorGuestDraft, since: Date): Promise<{ externalId: string } | null>
  /** `applied`: the names of the fields that the vendor took. */
  update?(
    context: VendorContext,
    wanted: { externalId: string; change: Partial<VendorGuestDraft> },
  ): Promise<{ applied: string[] }>
}

/** Presence is capability, as with what is read. */
export interface WriteOperations {
  reservationWrites?: ReservationWrites
  requestAnswers?: RequestAnswers
  hostCancellations?: HostCancellations
  bookingChanges?: BookingChanges
  preApprovals?: PreApprovals
  specialOffers?: SpecialOffers
  alterations?: Alterations
  calendarWrites?: CalendarWrites
  messageWrites?: MessageWrites
  reviewWrites?: ReviewWrites
  guestReviews?: GuestReviews
  guestWrites?: GuestWrites
  listingWrites?: ListingWrites
  channelContent?: ChannelContent
  listingCreation?: ListingCreation
}
