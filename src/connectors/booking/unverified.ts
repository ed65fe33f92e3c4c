/**
 * Only third parties describe these calls, or they are reconstructions: Booking.com itself is never called
 * with them unless BOOKING_UNVERIFIED_CALLS says so. NOTES.md says what is known of each.
 */
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { wholeContent } from './property-content.ts'

export const unverified = {
  // These add policies, and the submitting of licences.
  propertyContent: wholeContent,
} satisfies Partial<VendorOperations>
