import type { AlterationRecord } from '../contract/records.ts'
import type { VendorContext } from './vendor-context.ts'

/** A draft states how the booking should become; absent fields stay as they are. */
export interface AlterationDraft {
  reservationExternalId: string
  checkIn?: string
  checkOut?: string
  guestCount?: number
  /** The amount is a decimal string in the booking's currency. */
  totalPrice?: string
  /** The booking may move to another listing of the account. */
  listingExternalId?: string
}

/** `cancel` comes from the side that requested, the others from the side that answers. */
export type AlterationAnswer = 'accept' | 'decline' | 'cancel'

/** Booking changes that one side requests and the other answers. */
export interface Alterations {
  request(context: VendorContext, draft: AlterationDraft): Promise<{ externalId: string }>
  answer(context: VendorContext, request: { externalId: string; answer: AlterationAnswer }): Promise<void>
  /** Lists all change requests of a booking. */
  of(context: VendorContext, reservationExternalId: string): Promise<AlterationRecord[]>
}
