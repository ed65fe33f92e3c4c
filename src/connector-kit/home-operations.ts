/** A channel lets a host set these around the calendar: a home's rules, and where bookings are reported. */
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

/** The rules apply to every stay at a home, whatever its nights say. */
export interface StayRules {
  minNights?: number
  /** Guests may book stays so many days ahead. */
  bookingWindowDays?: number
  /** Guests arrive and leave on these days; an empty list allows any. */
  changeOverDays?: WeekdayName[]
}

export interface HomeRules {
  read(context: VendorContext, externalId: string): Promise<StayRules>
  /** Fields left out stay as they are. Writing the same twice does no harm. */
  write(context: VendorContext, externalId: string, rules: StayRules): Promise<StayRules>
}

/** A host's bookings are reported to this one address; null means none. */
export interface BookingHook {
  read(context: VendorContext): Promise<string | null>
  /** The new address replaces the one before. */
  write(context: VendorContext, url: string | null): Promise<void>
}
