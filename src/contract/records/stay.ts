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
    /** As the source reports it, not computed. */
    total: nullable(Count),
  },
  strict,
)

/** A change of a booking that one side asks the other for. */
export const AlterationRecord = Type.Object(
  {
    externalId: ExternalId,
    status: Type.Enum(['pending', 'accepted', 'declined', 'cancelled']),
    /** Who asked; null: neither, or not told. */
    initiator: nullable(Type.Enum(['guest', 'host'])),
    /** Of one that is pending: it was accepted, and waits for the guest's money. */
    isAgreed: Type.Optional(Type.Boolean()),
    /** What the booking is to be; null where that is not told. */
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
    /** What it is called here, where the vendor booked it by calling this server and says so. */
    ownId: Type.Optional(ExternalId),
    /** The inquiry it came from, where the source keeps that as something else. */
    inquiryExternalId: Type.Optional(nullable(ExternalId)),
    source: nullable(Type.Enum(sources)),
    status: Type.Enum(['confirmed', 'pending', 'cancelled']),
    /** Why it is cancelled; only with status cancelled. */
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
    /** What a pending booking waits for; only with status pending. */
    pendingReason: Type.Optional(
      nullable(Type.Enum(['host_approval', 'guest_payment', 'guest_verification'])),
    ),
    /** Until when the host may answer. */
    respondBy: Type.Optional(nullable(Instant)),
    checkIn: CivilDate,
    checkOut: CivilDate,
    checkInTime: Type.Optional(nullable(TimeOfDay)),
    checkOutTime: Type.Optional(nullable(TimeOfDay)),
    bookedAt: Type.Optional(nullable(Instant)),
    /** A day where the vendor tells no time. */
    cancelledAt: Type.Optional(nullable(Type.Union([Instant, CivilDate]))),
    cancelledBy: Type.Optional(nullable(Type.Enum(['guest', 'host', 'platform']))),
    occupancy: Type.Optional(OccupancyRecord),
    totalPrice: nullable(Decimal),
    currency: nullable(Currency),
    paymentStatus: Type.Optional(Text),
    financials: Type.Optional(FinancialsRecord),
    /** Absent for owner stays and while the vendor has not told who comes. */
    guest: Type.Optional(GuestRecord),
    /** The vendor's own free-form guest data, shown under the deprecated guestDetails. */
    guestDetails: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Absent: the vendor was not asked, or did not say. */
    alterations: Type.Optional(Type.Array(AlterationRecord)),
    /** The vendor's status word, kept for the record. */
    sourceStatus: Type.String(),
  },
  strict,
)

/** A guest's question or request that is not a booking; never becomes a stay by itself. */
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
    /** Both absent when the guest named no dates. */
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
    /** The source tells no pre-approval from a special offer: `special_offer_sent` may be either. */
    isOfferOrApproval: Type.Optional(Type.Boolean()),
    sourceStatus: Type.String(),
  },
  strict,
)

/** A row of the vendor's reservation list that is neither a stay nor an inquiry; its nights show in the calendar. */
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
