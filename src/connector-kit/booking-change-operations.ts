import type { VendorContext } from './vendor-context.ts'

/** What a booking is to become; what is absent stays as it is. */
export interface ChangeWish {
  externalId: string
  /** Civil dates, both or none. */
  checkIn?: string
  checkOut?: string
  guests?: { adults: number; children: number; pets: number }
}

/** Amounts are decimal strings in `currency`. */
export interface PreviewedChange {
  /** Names the change when it is executed. */
  token: string
  expiresAt: string | null
  currency: string
  totalBefore: string
  totalAfter: string
  difference: { total: string; rent: string; fees: string; taxes: string }
}

/** Channels where a host moves a booking by himself: first what it would cost, then the change that was shown. */
export interface BookingChanges {
  preview(context: VendorContext, wish: ChangeWish): Promise<PreviewedChange>
  execute(
    context: VendorContext,
    wanted: { externalId: string; token: string; description: string; paymentDue?: string },
  ): Promise<void>
  refund(
    context: VendorContext,
    wanted: { externalId: string; amount: string; currency: string; reason: string },
  ): Promise<void>
}
