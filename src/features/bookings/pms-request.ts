/** What can be asked of a PMS, as it is written down before it is sent. */
import type {
  DeclineReason,
  ReservationChange,
  ReservationDraft,
} from '../../connector-kit/write-operations.ts'
import type { ReservationUpdated } from '../../contract/reservation-write.ts'

interface OfBooking {
  externalId: string
  listingExternalId: string
}

export type PmsRequest =
  | { kind: 'create'; draft: ReservationDraft }
  /** `changed`: what the caller is told to have changed. */
  | { kind: 'modify'; change: ReservationChange; changed: ReservationUpdated['changed'] }
  | ({ kind: 'cancel'; reason?: string } & OfBooking)
  | ({ kind: 'accept' } & OfBooking)
  | ({ kind: 'decline'; reason: DeclineReason; message: string } & OfBooking)

export type PmsKind = PmsRequest['kind']
