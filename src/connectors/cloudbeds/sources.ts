import type { ReservationRecord } from '../../contract/records.ts'

type BookingSource = NonNullable<ReservationRecord['source']>

// Sources have free names; the vendor's own list contains these words.
const words: readonly (readonly [RegExp, BookingSource])[] = [
  [/air\s?bnb/i, 'airbnb'],
  [/booking\s?\.?com/i, 'booking.com'],
  [/vrbo|home\s?away|abritel|fewo-?\s?direkt|stayz|bookabach/i, 'vrbo'],
  [/website|booking engine|facebook/i, 'website'],
  [/^(walk-?in|phone|e-?mail|direct)/i, 'direct'],
]

export function sourceOf(name: string | null, category: string | null | undefined): BookingSource {
  const channel = words.find(([word]) => word.test(name ?? ''))?.[1]
  return channel ?? (category?.toLowerCase() === 'direct' ? 'direct' : 'other')
}

/** These sources belong to the property itself, not to a channel. */
export const ownSources: readonly BookingSource[] = ['direct', 'website']

export const isOwn = (source: BookingSource): boolean => ownSources.includes(source)
