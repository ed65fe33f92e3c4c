/** Some channels repeat bookings until they are acknowledged; these are in the channel's own words. */
import type { StayRecord } from '../contract/records.ts'
import type { VendorContext } from './vendor-context.ts'

export const bookingQueues = ['new', 'modified'] as const
export type BookingQueueName = (typeof bookingQueues)[number]

export interface ToldRoom {
  id: string
  roomId: string
  arrival: string | null
  departure: string | null
  adults: number | null
  children: number | null
  /** Amounts are decimal text. */
  total: string | null
  commission: string | null
  currency: string | null
  guestName: string | null
  /** These texts are the channel's own. */
  mealPlan: string | null
}

/** Fields are null where the channel does not say. */
export interface ToldBooking {
  id: string
  status: string
  bookedAt: string | null
  booker: Record<'firstName' | 'lastName' | 'email' | 'phone' | 'country', string | null>
  remarks: string | null
  /** A cancelled booking may have no rooms. */
  rooms: readonly ToldRoom[]
  /** These are the stays as stored, or null when one of them cannot be stored. */
  stays: readonly StayRecord[] | null
}

export interface BookingQueue {
  /** Lists unacknowledged bookings. Reading changes nothing. */
  waiting(context: VendorContext, queue: BookingQueueName): Promise<ToldBooking[]>
  one(context: VendorContext, id: string): Promise<ToldBooking | null>
  /** A second acknowledgement changes nothing. */
  acknowledge(context: VendorContext, queue: BookingQueueName, ids: readonly string[]): Promise<void>
}
