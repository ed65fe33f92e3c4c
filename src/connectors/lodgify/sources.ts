import { platformOf, type StayPlatform, type StaySource } from '../../connector-kit/stay-readings.ts'
import { meaningOf } from '../../connector-kit/readings.ts'

// The vendor's description lists these sources. OH is the account's own Lodgify website.
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

// For these channels source_text is their reservation code; for others it is any text.
const withCode = new Set(['AirbnbIntegration', 'BookingCom', 'HomeAway', 'Expedia'])

export function sourceOf(word: string | null | undefined): StaySource {
  return meaningOf(sources, word) ?? 'other'
}

export function conversationPlatform(word: string | null | undefined): StayPlatform | null {
  return word === 'Email' ? 'email' : platformOf(sourceOf(word))
}

export function channelCode(source: string | null | undefined, text: string | null): string | null {
  if (!withCode.has(source ?? '') || text === null) return null
  // Booking.com's code may be followed by a bar and the room's number.
  return /^([\w-]{4,60})(?: *\|[ \d|]*)?$/.exec(text)?.[1] ?? null
}
