import type { SeededRandom } from '../kit/random.ts'

export const guidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function hex(random: SeededRandom, length: number): string {
  return Array.from({ length }, () => random.int(0, 15).toString(16)).join('')
}

export function guid(random: SeededRandom): string {
  return [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-')
}

/** The vendor's tokens: two blocks of capital digits. */
export function token(random: SeededRandom): string {
  return `${hex(random, 32)}-${hex(random, 31)}`.toUpperCase()
}
