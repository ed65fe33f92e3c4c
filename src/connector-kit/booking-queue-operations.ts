/** Bookings that a channel repeats until they are acknowledged, in its own words. */
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
  /** Decimal text. */
  total: string | null
  commission: string | null
  currency: string | null
  guestName: string | null
  /** In the channel's words. */
  mealPlan: string | null
}

/** Null where the channel does not say. */
export interface ToldBooking {
  id: string
  status: string
  bookedAt: string | null
  booker: Record<'firstName' | 'lastName' | 'email' | 'phone' | 'country', string | null>
  remarks: string | null
  /** A cancelled booking may have none. */
  rooms: readonly ToldRoom[]
  /** The stays as stored, or null when one of them cannot be stored. */
  stays: readonly StayRecord[] | null
}

export interface BookingQueue {
  /** Lists unacknowledged bookings. Reading changes nothing. */
  waiting(context: VendorContext, queue: BookingQueueName): Promise<ToldBooking[]>
  one(context: VendorContext, id: string): Promise<ToldBooking | null>
  /** Idempotent. */
  acknowledge(context: VendorContext, queue: BookingQueueName, ids: readonly string[]): Promise<void>
}
