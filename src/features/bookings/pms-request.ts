/** What can be asked of a PMS, as it is written down before it is sent. */
import type {
  DeclineReason,
  ReservationChange,
  ReservationDraft,
} from '../../connector-kit/write-operations.ts'

interface OfBooking {
  externalId: string
  listingExternalId: string
}

export type PmsRequest =
  | { kind: 'create'; draft: ReservationDraft }
  | { kind: 'modify'; change: ReservationChange }
  | ({ kind: 'cancel'; reason?: string } & OfBooking)
  | ({ kind: 'accept' } & OfBooking)
  | ({ kind: 'decline'; reason: DeclineReason; message: string } & OfBooking)

export type PmsKind = PmsRequest['kind']
