import { platformOf, reviewPlatform, type Platform, type Source } from '../../connector-kit/stay-readings.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'

// platform of a reservation; vendor description. `manual` is entered by the host.
const sources: Record<string, Source> = {
  airbnb: 'airbnb',
  booking: 'booking.com',
  booking_com: 'booking.com',
  homeaway: 'vrbo',
  vrbo: 'vrbo',
  direct: 'direct',
  manual: 'direct',
}

type Word = string | null | undefined

/** null: the booking says nothing about where it came from. */
export function toldSource(platform: Word): Source | null {
  return presentText(platform) === null ? null : sourceOf(platform)
}

export function sourceOf(platform: Word): Source {
  return meaningOf(sources, platform) ?? 'other'
}

export function channelPlatform(platform: Word) {
  return reviewPlatform(sourceOf(platform))
}

export function conversationPlatform(platform: Word): Platform | null {
  return platform === 'direct' ? 'website' : platformOf(sourceOf(platform))
}
