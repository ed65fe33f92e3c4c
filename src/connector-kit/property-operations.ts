/** A channel lets a property set these beyond its listings and their calendars. */
import type { BookingQueue } from './booking-queue-operations.ts'
import type { MessageQueue } from './message-queue-operations.ts'
import type { PropertyCharges } from './charge-operations.ts'
import type { PropertyContent } from './property-content-operations.ts'
import type { PropertySetup } from './property-setup-operations.ts'
import type { BookingHook, HomeRules } from './home-operations.ts'
import type { RateCalendar } from './rate-calendar-operations.ts'

export interface PropertyOperations {
  bookingQueue?: BookingQueue
  messageQueue?: MessageQueue
  rateCalendar?: RateCalendar
  propertyCharges?: PropertyCharges
  propertyContent?: PropertyContent
  propertySetup?: PropertySetup
  homeRules?: HomeRules
  bookingHook?: BookingHook
}
