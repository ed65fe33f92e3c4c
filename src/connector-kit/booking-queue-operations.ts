/** Bookings that a channel tells until they are acknowledged, as it tells them. */
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
  /** In the words of the channel. */
  mealPlan: string | null
}

/** null: not told. */
export interface ToldBooking {
  id: string
  status: string
  bookedAt: string | null
  booker: Record<'firstName' | 'lastName' | 'email' | 'phone' | 'country', string | null>
  remarks: string | null
  /** Of one that was called off there may be none. */
  rooms: readonly ToldRoom[]
  /** As they are stored; null: at least one of them cannot be. */
  stays: readonly StayRecord[] | null
}

export interface BookingQueue {
  /** What was not acknowledged yet. Asking changes nothing. */
  waiting(context: VendorContext, queue: BookingQueueName): Promise<ToldBooking[]>
  one(context: VendorContext, id: string): Promise<ToldBooking | null>
  /** Twice does no harm. */
  acknowledge(context: VendorContext, queue: BookingQueueName, ids: readonly string[]): Promise<void>
}
