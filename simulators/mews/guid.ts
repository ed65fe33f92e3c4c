import type { SeededRandom } from '../kit/random.ts'

export const guidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function guid(random: SeededRandom): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-')
}

/** The vendor's tokens: two blocks of capital digits. */
export function token(random: SeededRandom): string {
  return `${random.hex(32)}-${random.hex(31)}`.toUpperCase()
}
