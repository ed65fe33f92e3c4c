import type { ConversationRecord, ReservationRecord, ReviewRecord } from '../../contract/records.ts'
import { presentText } from './map.ts'

type Source = NonNullable<ReservationRecord['source']>

// listing_site is a text for people, so that its spelling is read with care.
const words: [RegExp, Source][] = [
  [/airbnb/i, 'airbnb'],
  [/vrbo|homeaway/i, 'vrbo'],
  [/booking\.?com/i, 'booking.com'],
  [/website/i, 'website'],
]

/** Nothing said: entered by hand. */
export function sourceOf(listingSite: string | null | undefined): Source {
  const text = presentText(listingSite)
  if (text === null) return 'direct'
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}

const platforms: Partial<Record<Source, NonNullable<ConversationRecord['platform']>>> = {
  airbnb: 'airbnb',
  vrbo: 'vrbo',
  'booking.com': 'booking',
  website: 'website',
}

export function platformOf(listingSite: string | null | undefined): ConversationRecord['platform'] {
  return platforms[sourceOf(listingSite)] ?? null
}

export function reviewPlatform(listingSite: string | null | undefined): ReviewRecord['platform'] {
  const platform = platformOf(listingSite)
  return platform === 'airbnb' || platform === 'booking' || platform === 'vrbo' ? platform : null
}
