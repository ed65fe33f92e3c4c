import type { AlterationRecord } from '../contract/records.ts'
import type { VendorContext } from './vendor-context.ts'

/** What a booking is to become; what is absent stays as it is. */
export interface AlterationDraft {
  reservationExternalId: string
  checkIn?: string
  checkOut?: string
  guestCount?: number
  /** Decimal string in the booking's currency. */
  totalPrice?: string
  /** Another home of the account. */
  listingExternalId?: string
}

/** `cancel` is of who asked, the others of who was asked. */
export type AlterationAnswer = 'accept' | 'decline' | 'cancel'

/** Changes of bookings that one side asks the other for. */
export interface Alterations {
  request(context: VendorContext, draft: AlterationDraft): Promise<{ externalId: string }>
  answer(context: VendorContext, wanted: { externalId: string; answer: AlterationAnswer }): Promise<void>
  /** All of a booking. */
  of(context: VendorContext, reservationExternalId: string): Promise<AlterationRecord[]>
}
