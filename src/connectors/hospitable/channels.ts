import type { ConversationRecord, ReservationRecord } from '../../contract/records.ts'

type Source = NonNullable<ReservationRecord['source']>
type Platform = 'airbnb' | 'booking' | 'vrbo'

// platform of a reservation; vendor description. `manual` is entered by the host.
const sources: Record<string, Source> = {
  airbnb: 'airbnb',
  booking: 'booking.com',
  homeaway: 'vrbo',
  vrbo: 'vrbo',
  direct: 'direct',
  manual: 'direct',
}

const platforms: Record<string, Platform> = {
  airbnb: 'airbnb',
  booking: 'booking',
  homeaway: 'vrbo',
  vrbo: 'vrbo',
}

type Word = string | null | undefined
const lookUp = <T>(words: Record<string, T>, word: Word): T | undefined =>
  Object.hasOwn(words, word ?? '') ? words[word ?? ''] : undefined

export function sourceOf(platform: Word): Source {
  return lookUp(sources, platform) ?? 'other'
}

export function platformOf(platform: Word): Platform | null {
  return lookUp(platforms, platform) ?? null
}

/** The channel as inquiries name it: `booking`, not `booking.com`. */
export function channelOf(platform: Word): string {
  return platformOf(platform) ?? sourceOf(platform)
}

export function conversationPlatform(platform: Word): ConversationRecord['platform'] {
  return platform === 'direct' ? 'website' : platformOf(platform)
}
