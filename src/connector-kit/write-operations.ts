/**
 * Defines writes through a vendor. Every operation is one attempt: it never repeats a call whose outcome is
 * unknown.
 *
 * VendorError says how they fail. `rejected`, `not_found`, `rate_limited`, `credentials` and `reauth` mean
 * that nothing was done. After `unavailable`, `timeout` and `malformed` the outcome is unknown, and the
 * caller finds out by the marker or by reading back before it tries again. The error's `reason` says why a
 * vendor refused, as far as known.
 */
import type { SectionError } from './section-error.ts'
import type { Alterations } from './alteration-operations.ts'
import type { ReservationRecord, StayRecord } from '../contract/records.ts'
import type { BookingChanges } from './booking-change-operations.ts'
import type { CalendarWrites } from './calendar-write-operations.ts'
import type { ChannelContent } from './channel-content.ts'
import type { ListingCreation } from './listing-creation-operations.ts'
import type { ListingWrites } from './listing-write-operations.ts'
import type { MessageWrites } from './message-write-operations.ts'
import type { MappedRows } from './paginate.ts'
import type { VendorContext } from './vendor-context.ts'

export interface ReservationDraft {
  listingExternalId: string
  /** A particular room is requested only where `fields.unit`. */
  unitExternalId?: string
  /** The dates of the stay are civil dates. */
  checkIn: string
  checkOut: string
  /** `tentative` is sent only where `fields.tentative`. */
  status: 'confirmed' | 'tentative'
  platform: 'direct' | 'website'
  guest: { firstName: string; lastName?: string; email?: string; phone?: string }
  adults: number
  children: number
  /**
   * The price is for the whole stay, a decimal string in major units of `currency`; if absent the vendor
   * prices it.
   */
  totalPrice?: string
  /** This is the listing's own currency. */
  currency: string | null
  notes?: string
  sendConfirmationEmail?: boolean
  /** The marker is stored in the vendor's booking, so that it can be found: 20 characters of a-z and 0-9. */
  marker: string
}

export interface WrittenReservation {
  externalId: string
  /**
   * The booking as the vendor now has it, if its answer is complete; otherwise it is read with
   * `reservations.one`.
   */
  record?: ReservationRecord
  errors: SectionError[]
}

export interface ReservationChange {
  externalId: string
  listingExternalId: string
  /** Dates always come as a pair, even if one stays as it is. */
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
  /** Amounts are decimal strings; null when not available. */
  total: string | null
  currency: string | null
  /** Parts the vendor does not itemize are absent. */
  breakdown?: { accommodation?: string; cleaningFee?: string; taxes?: string; fees?: string }
  /** These say in words why the stay is not available. */
  restrictions: string[]
}

export interface ReservationWrites {
  /** A draft may carry these beyond listing, dates, guest and party. */
  fields: {
    customPrice: 'optional' | 'required' | 'no'
    notes: boolean
    unit: boolean
    tentative: boolean
    sendConfirmationEmail: boolean
  }
  create(context: VendorContext, draft: ReservationDraft): Promise<WrittenReservation>
  /**
   * Returns ids of bookings with the marker, cancelled ones included. `since` is the earliest time at which
   * it was sent.
   */
  findMarked(
    context: VendorContext,
    search: { marker: string; listingExternalId: string; checkIn: string; checkOut: string; since: Date },
  ): Promise<string[]>
  /**
   * Present where bookings have no room for a marker: returns the listing's stays around these days,
   * cancelled ones included. Days and guest then tell which one was sent.
   */
  staysOn?(
    context: VendorContext,
    search: { listingExternalId: string; checkIn: string; checkOut: string },
  ): Promise<MappedRows<StayRecord>>
  modify?: {
    /** False if only the party can change, not the dates. */
    dates: boolean
    run(context: VendorContext, change: ReservationChange): Promise<WrittenReservation>
  }
  cancel?(
    context: VendorContext,
    request: { externalId: string; listingExternalId: string; reason?: string },
  ): Promise<WrittenReservation>
  quote?(context: VendorContext, request: QuoteRequest): Promise<VendorQuote>
  /** The vendor lets us change and cancel bookings of these sources; others belong to their channel. */
  ownSources: readonly (ReservationRecord['source'] & string)[]
}

export type VendorDeclineReason =
  | 'dates_not_available'
  | 'not_comfortable'
  | 'listing_not_ready'
  | 'different_dates_needed'
  | 'spam'
  | 'other'

/** Answers booking requests that wait for the host. */
export interface RequestAnswers {
  accept(context: VendorContext, request: { externalId: string }): Promise<void>
  decline(
    context: VendorContext,
    request: { externalId: string; reason: VendorDeclineReason; message: string },
  ): Promise<void>
}

/** Cancels a confirmed booking in the host's name. */
export interface HostCancellations {
  /** Channels that offer the same reasons for every booking list them all here. */
  reasons?: readonly string[]
  /**
   * A reason that the channel does not offer for this booking is `rejected` before anything is done. `detail`
   * explains the reason.
   */
  cancel(
    context: VendorContext,
    request: { externalId: string; reason: string; detail?: string },
  ): Promise<void>
}

export interface PreApprovals {
  /** The host can require that the guest books through the pre-approval only. */
  blocksInstantBooking?: true
  approve(
    context: VendorContext,
    request: {
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
  /**
   * Amounts are decimal strings in major units of `currency`: one total, or single amounts, as `price` says.
   */
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

export interface SpecialOffers {
  price: 'total' | 'breakdown'
  send(context: VendorContext, draft: OfferDraft): Promise<StandingOffer>
  /** Finds the inquiry's current offer that was made at `since` or later. */
  standing(
    context: VendorContext,
    search: { inquiryExternalId: string; conversationExternalId: string; since: Date },
  ): Promise<StandingOffer | null>
  withdraw(
    context: VendorContext,
    offer: { externalId: string; inquiryExternalId: string; conversationExternalId: string },
  ): Promise<void>
  /** Says what became of an offer, for vendors that report it. The state is null for an unknown word. */
  read?(context: VendorContext, externalId: string): Promise<ReadOffer | null>
}

export interface ReadOffer {
  state: 'active' | 'accepted' | 'declined' | 'expired' | 'withdrawn' | null
  expiresAt: string | null
}

export interface ReviewWrites {
  maxLength: number
  reply(context: VendorContext, reply: { externalId: string; body: string }): Promise<void>
}

type GuestReviewCategory = 'cleanliness' | 'communication' | 'respect_house_rules'

/** The host reviews a guest. */
export interface GuestReview {
  publicReview: string
  /** Only the guest sees this. */
  privateFeedback?: string
  isRevieweeRecommended: boolean
  categoryRatings: {
    category: GuestReviewCategory
    /** Ratings go from 1 to 5. */
    rating: number
    comment?: string
    /** Tags give reasons, in the words of the channel. */
    tags?: string[]
  }[]
}

export interface GuestReviews {
  /** A rating below this needs tags. */
  tagsNeededBelow: Readonly<Record<GuestReviewCategory, number>>
  /** A submitted review cannot be changed. */
  submit(context: VendorContext, review: { externalId: string } & GuestReview): Promise<void>
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
  /**
   * Finds the guest that was made from this draft at `since` or later; null if there is none. Throws when
   * that cannot be decided.
   */
  find?(context: VendorContext, draft: VendorGuestDraft, since: Date): Promise<{ externalId: string } | null>
  /** `applied` names the fields that the vendor accepted. */
  update?(
    context: VendorContext,
    request: { externalId: string; change: Partial<VendorGuestDraft> },
  ): Promise<{ applied: string[] }>
}

/** An operation that is present counts as a capability, as with reads. */
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
