import type { SeededRandom } from '../kit/random.ts'

export function guid(random: SeededRandom): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-')
}

/** The vendor's tokens are two blocks of capital hex digits. */
export function token(random: SeededRandom): string {
  return `${random.hex(32)}-${random.hex(31)}`.toUpperCase()
}
