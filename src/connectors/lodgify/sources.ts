import type { ConversationRecord, ReservationRecord } from '../../contract/records.ts'

type Source = NonNullable<ReservationRecord['source']>

// source of a booking; vendor description. OH is the account's own Lodgify website.
const sources: Record<string, Source> = {
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

type Platform = NonNullable<ConversationRecord['platform']>

const platforms: Partial<Record<Source, Platform>> = {
  airbnb: 'airbnb',
  'booking.com': 'booking',
  vrbo: 'vrbo',
  website: 'website',
}

export function sourceOf(word: string | null | undefined): Source {
  return Object.hasOwn(sources, word ?? '') ? (sources[word ?? ''] ?? 'other') : 'other'
}

/** The channel as inquiries name it: `booking`, not `booking.com`. */
export function channelOf(word: string | null | undefined): string {
  const source = sourceOf(word)
  return platforms[source] ?? source
}

export function platformOf(word: string | null | undefined): Platform | null {
  return word === 'Email' ? 'email' : (platforms[sourceOf(word)] ?? null)
}

export function channelCode(source: string | null | undefined, text: string | null): string | null {
  return withCode.has(source ?? '') && text !== null && /^[\w-]{4,60}$/.test(text) ? text : null
}
