import {
  platformOf,
  reviewPlatform,
  type StayPlatform,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'

// platform of a reservation; vendor description. `manual` is entered by the host.
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

/** null: the booking says nothing about where it came from. */
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
