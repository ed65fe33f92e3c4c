import { meaningOf } from '../../connector-kit/readings.ts'
import type { StaySource } from '../../connector-kit/stay-readings.ts'
import type { VendorBooking } from './vendor.ts'

// The vendor documents these values of a booking's apiSourceId.
const sourceById: Record<string, StaySource> = {
  0: 'direct',
  1: 'website',
  10: 'airbnb',
  19: 'booking.com',
  30: 'vrbo',
  40: 'vrbo',
  46: 'airbnb',
  999: 'direct',
}

// A booking without the number has the name of its channel.
const sourceByChannel: Record<string, StaySource> = {
  airbnb: 'airbnb',
  airbnbical: 'airbnb',
  booking: 'booking.com',
  bookingpage: 'website',
  direct: 'direct',
  vrbo: 'vrbo',
  vrboical: 'vrbo',
}

type VendorSource = Pick<VendorBooking, 'apiSourceId' | 'channel'>

export function sourceOf({ apiSourceId, channel }: VendorSource): StaySource {
  const isNumbered = apiSourceId !== null && apiSourceId !== undefined && apiSourceId !== ''
  if (isNumbered) return sourceById[String(apiSourceId)] ?? 'other'
  return meaningOf(sourceByChannel, channel?.toLowerCase()) ?? 'other'
}
