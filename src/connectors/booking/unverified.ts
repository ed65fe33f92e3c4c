/**
 * What is done by calls that only third parties describe, or that were put together: never at Booking.com itself unless
 * BOOKING_UNVERIFIED_CALLS says so. NOTES.md tells what is known of each.
 */
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { wholeContent } from './property-content.ts'

export const unverified = {
  // Policies, and licences as they are handed in.
  propertyContent: wholeContent,
} satisfies Partial<VendorOperations>
