/** People and vendors write the brands of channels in these ways. */
import type { StaySource } from './stay-readings.ts'

// Vrbo has other names in Germany, France, Australia and New Zealand.
const brands: readonly [RegExp, StaySource][] = [
  [/airbnb/i, 'airbnb'],
  [/vrbo|home\s*away|abritel|fewo.?direkt|stayz|book\s?a\s?bach/i, 'vrbo'],
  [/booking\s?\.?\s?com/i, 'booking.com'],
]

/** Returns the channel that a text names, or undefined. */
export function channelBrand(text: string): StaySource | undefined {
  return brands.find(([pattern]) => pattern.test(text))?.[1]
}
