import {
  platformOf,
  reviewPlatform,
  type StayPlatform,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'

// The vendor's description lists these platforms of a reservation. The host enters `manual` ones.
const sources: Record<string, StaySource> = {
  airbnb: 'airbnb',
  booking: 'booking.com',
  booking_com: 'booking.com',
  homeaway: 'vrbo',
  vrbo: 'vrbo',
  direct: 'direct',
  manual: 'direct',
}

type PlatformWord = string | null | undefined

/** Returns null if the booking does not name its origin. */
export function toldSource(platform: PlatformWord): StaySource | null {
  return presentText(platform) === null ? null : sourceOf(platform)
}

export function sourceOf(platform: PlatformWord): StaySource {
  return meaningOf(sources, platform) ?? 'other'
}

export function channelPlatform(platform: PlatformWord) {
  return reviewPlatform(sourceOf(platform))
}

export function conversationPlatform(platform: PlatformWord): StayPlatform | null {
  return platform === 'direct' ? 'website' : platformOf(sourceOf(platform))
}
