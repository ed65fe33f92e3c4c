/** What can be asked of a PMS, as it is written down before it is sent. */
import type { ChangeWish } from '../../connector-kit/booking-change-operations.ts'
import type {
  VendorDeclineReason,
  ReservationChange,
  ReservationDraft,
} from '../../connector-kit/write-operations.ts'
import type { ReservationUpdated } from '../../contract/reservation-write.ts'
import type { ActKind } from '../../upstream/acts/public.ts'

interface BookingRequest {
  externalId: string
  listingExternalId: string
}

export type PmsRequest =
  | { kind: 'create'; draft: ReservationDraft }
  /** `changed`: what the caller is told to have changed. */
  | { kind: 'modify'; change: ReservationChange; changed: ReservationUpdated['changed'] }
  | ({ kind: 'cancel'; reason?: string; detail?: string } & BookingRequest)
  | ({ kind: 'accept' } & BookingRequest)
  | ({ kind: 'decline'; reason: VendorDeclineReason; message: string } & BookingRequest)
  /** The change that a preview showed; `wish`: what it showed. */
  | ({
      kind: 'change'
      token: string
      wish: ChangeWish
      description: string
      paymentDue?: string
    } & BookingRequest)
  | ({ kind: 'refund'; amount: string; currency: string; reason: string } & BookingRequest)

export type PmsKind = PmsRequest['kind']

/** As which kind of act it is done. */
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

/** undefined: nothing that is done with bookings. */
export const pmsKindOf = (kind: ActKind): PmsKind | undefined => kinds.find(([, act]) => act === kind)?.[0]
