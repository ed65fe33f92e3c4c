import type { VendorContext } from './vendor-context.ts'

/** The wish states how the booking should become; absent fields stay as they are. */
export interface ChangeWish {
  externalId: string
  /** Civil dates come as a pair: both or none. */
  checkIn?: string
  checkOut?: string
  guests?: { adults: number; children: number; pets: number }
}

/** Amounts are decimal strings in `currency`. */
export interface PreviewedChange {
  /** The token names the preview when the change is made. */
  token: string
  expiresAt: string | null
  currency: string
  totalBefore: string
  totalAfter: string
  difference: { total: string; rent: string; fees: string; taxes: string }
}

/**
 * At some channels hosts change bookings themselves: first comes a preview with its price, then the change.
 */
export interface BookingChanges {
  preview(context: VendorContext, wish: ChangeWish): Promise<PreviewedChange>
  execute(
    context: VendorContext,
    request: { externalId: string; token: string; description: string; paymentDue?: string },
  ): Promise<void>
  refund(
    context: VendorContext,
    request: { externalId: string; amount: string; currency: string; reason: string },
  ): Promise<void>
}
