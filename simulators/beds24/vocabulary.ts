/** The vendor's words, from its description. */
import type { Booking } from './records.ts'

export interface Source {
  id: number
  name: string
  channel: string
  /** Calendar feeds bring neither price nor guest. */
  isFeed: boolean
  /** Only bookings of these channels have messages. */
  hasMessages: boolean
  commission: number
}

const source = (id: number, name: string, channel: string, more: Partial<Source> = {}): Source => ({
  id,
  name,
  channel,
  isFeed: false,
  hasMessages: false,
  commission: 0,
  ...more,
})

export const sources: readonly (readonly [Source, number])[] = [
  [source(46, 'Airbnb', 'airbnb', { hasMessages: true, commission: 0.155 }), 8],
  [source(19, 'Booking.com', 'booking', { hasMessages: true, commission: 0.15 }), 8],
  [source(40, 'Vrbo', 'vrbo', { hasMessages: true, commission: 0.08 }), 3],
  [source(0, 'Direct', 'direct'), 4],
  [source(1, 'Booking Page', 'bookingpage'), 3],
  [source(14, 'Expedia', 'expedia', { commission: 0.18 }), 1],
  [source(10, 'Airbnb iCal', 'airbnbical', { isFeed: true }), 1],
  [source(28, 'iCal Import', 'icalimport1', { isFeed: true }), 1],
]

export const statuses: readonly string[] = ['confirmed', 'request', 'new', 'cancelled', 'black', 'inquiry']
/** A list without `status` returns these. */
export const usualStatuses: readonly string[] = ['confirmed', 'request', 'new']
/** These take a unit for their nights. */
export const blockingStatuses: readonly string[] = ['confirmed', 'request', 'new', 'black']

export function hasMessages({ apiSourceId, status }: Booking): boolean {
  const isMessaging = sources.some(([source]) => source.id === apiSourceId && source.hasMessages)
  return isMessaging && status !== 'black'
}

export const propertyTypes: readonly string[] = ['apartment', 'house', 'villa', 'guesthouse', 'chalet']
export const features: readonly (readonly string[])[] = [
  ['WIFI'],
  ['KITCHEN'],
  ['AIR_CONDITIONING'],
  ['PARKING_ONSITE'],
  ['WASHER'],
  ['POOL'],
  ['BEDROOM', 'BED_QUEEN'],
  ['BATHROOM', 'TOILET', 'SHOWER'],
]
