import { platformOf, type StayPlatform, type StaySource } from '../../connector-kit/stay-readings.ts'
import { meaningOf } from '../../connector-kit/readings.ts'

// source of a booking; vendor description. OH is the account's own Lodgify website.
const sources: Record<string, StaySource> = {
  Airbnb: 'airbnb',
  AirbnbIntegration: 'airbnb',
  BookingCom: 'booking.com',
  HomeAway: 'vrbo',
  OH: 'website',
  Manual: 'direct',
  PublicApi: 'direct',
  Email: 'direct',
  FacebookMessenger: 'direct',
}

// Channels whose own reservation code stands in source_text; of the others it is any text.
const withCode = new Set(['AirbnbIntegration', 'BookingCom', 'HomeAway', 'Expedia'])

export function sourceOf(word: string | null | undefined): StaySource {
  return meaningOf(sources, word) ?? 'other'
}

export function conversationPlatform(word: string | null | undefined): StayPlatform | null {
  return word === 'Email' ? 'email' : platformOf(sourceOf(word))
}

export function channelCode(source: string | null | undefined, text: string | null): string | null {
  if (!withCode.has(source ?? '') || text === null) return null
  // Booking.com's was seen with the number of the room behind a bar.
  return /^([\w-]{4,60})(?: *\|[ \d|]*)?$/.exec(text)?.[1] ?? null
}
