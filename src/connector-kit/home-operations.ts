/** What a channel lets a host set around the calendar: rules of a home, and where bookings are told. */
import type { VendorContext } from './vendor-context.ts'

export const weekdayNames = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
type WeekdayName = (typeof weekdayNames)[number]

/** Of every stay at a home, whatever its nights say. */
export interface StayRules {
  minNights?: number
  /** Stays may be booked so many days ahead. */
  bookingWindowDays?: number
  /** Days on which guests come and leave; none: any. */
  changeOverDays?: WeekdayName[]
}

export interface HomeRules {
  read(context: VendorContext, externalId: string): Promise<StayRules>
  /** What is left out stays. Doing it twice does no harm. */
  write(context: VendorContext, externalId: string, rules: StayRules): Promise<StayRules>
}

/** The one address that a host's bookings are told to; null: none. */
export interface BookingHook {
  read(context: VendorContext): Promise<string | null>
  /** Takes the place of the one before. */
  write(context: VendorContext, url: string | null): Promise<void>
}
