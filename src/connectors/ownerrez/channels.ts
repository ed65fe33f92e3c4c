import type { Source } from '../../connector-kit/stay-readings.ts'
import { presentText } from '../../connector-kit/readings.ts'

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
