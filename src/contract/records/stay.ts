import { Type, type Static } from 'typebox'
import {
  CivilDate,
  Count,
  Currency,
  Decimal,
  ExternalId,
  Instant,
  Text,
  TimeOfDay,
  nullable,
  strict,
} from './fields.ts'
import { GuestRecord } from './guest.ts'
import { FinancialsRecord } from './money.ts'

export const sources = ['airbnb', 'booking.com', 'vrbo', 'direct', 'website', 'owner', 'other'] as const

export const OccupancyRecord = Type.Object(
  {
    adults: nullable(Count),
    children: nullable(Count),
    infants: nullable(Count),
    pets: nullable(Count),
    /** The source reports the total; it is not computed. */
    total: nullable(Count),
  },
  strict,
)

/** One side requests a change of a booking, and the other answers. */
export const AlterationRecord = Type.Object(
  {
    externalId: ExternalId,
    status: Type.Enum(['pending', 'accepted', 'declined', 'cancelled']),
    /** Null if neither side requested it, or the source does not say. */
    initiator: nullable(Type.Enum(['guest', 'host'])),
    /** A pending change that was accepted waits for the guest's money. */
    isAgreed: Type.Optional(Type.Boolean()),
    /** The booking is to have these values; null where the source does not say. */
    listingExternalId: nullable(ExternalId),
    checkIn: nullable(CivilDate),
    checkOut: nullable(CivilDate),
    guestCount: nullable(Count),
    totalPrice: nullable(Decimal),
    requestedAt: nullable(Instant),
    respondedAt: nullable(Instant),
    sourceStatus: Type.String(),
  },
  strict,
)

export const ReservationRecord = Type.Object(
  {
    kind: Type.Literal('reservation'),
    externalId: ExternalId,
    listingExternalId: ExternalId,
    unitExternalId: Type.Optional(nullable(ExternalId)),
    confirmationCode: Type.String({ minLength: 1 }),
    /** Set where the vendor booked by calling this server, and reports our id. */
    ownId: Type.Optional(ExternalId),
    /** Some sources keep the inquiry that led to a booking as a record of its own. */
    inquiryExternalId: Type.Optional(nullable(ExternalId)),
    source: nullable(Type.Enum(sources)),
    status: Type.Enum(['confirmed', 'pending', 'cancelled']),
    /** Only a cancelled stay has a reason here. */
    statusDetail: Type.Optional(
      nullable(
        Type.Enum([
          'request_expired',
          'declined',
          'request_voided',
          'verification_failed',
          'hold_voided',
          'cancelled_by_guest',
          'cancelled_by_host',
          'cancelled_by_platform',
        ]),
      ),
    ),
    /** Only a pending stay waits for something. */
    pendingReason: Type.Optional(
      nullable(Type.Enum(['host_approval', 'guest_payment', 'guest_verification'])),
    ),
    /** The host may answer until then. */
    respondBy: Type.Optional(nullable(Instant)),
    checkIn: CivilDate,
    checkOut: CivilDate,
    checkInTime: Type.Optional(nullable(TimeOfDay)),
    checkOutTime: Type.Optional(nullable(TimeOfDay)),
    bookedAt: Type.Optional(nullable(Instant)),
    /** The value is a day where the vendor gives no time. */
    cancelledAt: Type.Optional(nullable(Type.Union([Instant, CivilDate]))),
    cancelledBy: Type.Optional(nullable(Type.Enum(['guest', 'host', 'platform']))),
    occupancy: Type.Optional(OccupancyRecord),
    totalPrice: nullable(Decimal),
    currency: nullable(Currency),
    paymentStatus: Type.Optional(Text),
    financials: Type.Optional(FinancialsRecord),
    /** Absent for owner stays and while the vendor does not name the guest. */
    guest: Type.Optional(GuestRecord),
    /** The vendor's own free-form guest data is shown under the deprecated guestDetails. */
    guestDetails: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Absent if the vendor was not asked, or did not say. */
    alterations: Type.Optional(Type.Array(AlterationRecord)),
    /** The vendor's own status word is stored beside ours. */
    sourceStatus: Type.String(),
  },
  strict,
)

/** A guest's question or request is no booking and never becomes a stay by itself. */
export const InquiryRecord = Type.Object(
  {
    kind: Type.Literal('inquiry'),
    externalId: ExternalId,
    listingExternalId: Type.Optional(nullable(ExternalId)),
    channel: Type.String(),
    status: Type.Enum([
      'open',
      'pre_approved',
      'special_offer_sent',
      'booked',
      'expired',
      'declined',
      'not_possible',
    ]),
    /** Both are absent when the guest named no dates. */
    checkIn: Type.Optional(nullable(CivilDate)),
    checkOut: Type.Optional(nullable(CivilDate)),
    occupancy: Type.Optional(OccupancyRecord),
    expectedPayout: Type.Optional(
      nullable(Type.Object({ amount: Decimal, currency: nullable(Currency) }, strict)),
    ),
    respondBy: Type.Optional(nullable(Instant)),
    respondedAt: Type.Optional(nullable(Instant)),
    receivedAt: Type.Optional(nullable(Instant)),
    guest: Type.Optional(GuestRecord),
    /**
     * Some sources do not distinguish pre-approvals from special offers: `special_offer_sent` may be either.
     */
    isOfferOrApproval: Type.Optional(Type.Boolean()),
    sourceStatus: Type.String(),
  },
  strict,
)

/**
 * Some rows of a vendor's reservation list are neither stay nor inquiry; their nights show in the calendar.
 */
export const BlockRecord = Type.Object(
  {
    kind: Type.Literal('block'),
    externalId: ExternalId,
    listingExternalId: ExternalId,
    sourceStatus: Type.String(),
  },
  strict,
)

export const StayRecord = Type.Union([ReservationRecord, InquiryRecord, BlockRecord])

export type AlterationRecord = Static<typeof AlterationRecord>
export type OccupancyRecord = Static<typeof OccupancyRecord>
export type ReservationRecord = Static<typeof ReservationRecord>
export type InquiryRecord = Static<typeof InquiryRecord>
export type BlockRecord = Static<typeof BlockRecord>
export type StayRecord = Static<typeof StayRecord>
