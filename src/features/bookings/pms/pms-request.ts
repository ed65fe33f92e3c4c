/** Requests to a PMS, as stored before they are sent. */
import type { ChangeWish } from '../../../connector-kit/booking-change-operations.ts'
import type {
  VendorDeclineReason,
  ReservationChange,
  ReservationDraft,
} from '../../../connector-kit/write-operations.ts'
import type { ReservationUpdated } from '../../../contract/reservation-write.ts'
import type { ActKind } from '../../../upstream/acts/public.ts'

interface RequestOfBooking {
  externalId: string
  listingExternalId: string
}

export type PmsRequest =
  | { kind: 'create'; draft: ReservationDraft }
  /** `changed` lists what the caller is told. */
  | { kind: 'modify'; change: ReservationChange; changed: ReservationUpdated['changed'] }
  | ({ kind: 'cancel'; reason?: string; detail?: string } & RequestOfBooking)
  | ({ kind: 'accept' } & RequestOfBooking)
  | ({ kind: 'decline'; reason: VendorDeclineReason; message: string } & RequestOfBooking)
  /** The change that a preview showed; `wish` is its content. */
  | ({
      kind: 'change'
      token: string
      wish: ChangeWish
      description: string
      paymentDue?: string
    } & RequestOfBooking)
  | ({ kind: 'refund'; amount: string; currency: string; reason: string } & RequestOfBooking)

export type PmsKind = PmsRequest['kind']

/** The act kind of each request. */
export const actKindOf = {
  create: 'create_reservation',
  modify: 'modify_reservation',
  cancel: 'cancel_reservation',
  accept: 'accept_request',
  decline: 'decline_request',
  change: 'change_reservation',
  refund: 'refund_reservation',
} as const satisfies Record<PmsKind, ActKind>

export type PmsActKind = (typeof actKindOf)[PmsKind]

const kinds = Object.entries(actKindOf) as [PmsKind, PmsActKind][]

export const pmsActKinds: readonly ActKind[] = kinds.map(([, act]) => act)

/** undefined for acts that do not concern bookings. */
export const pmsKindOf = (kind: ActKind): PmsKind | undefined => kinds.find(([, act]) => act === kind)?.[0]
