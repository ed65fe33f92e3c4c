/**
 * Counts the guests of a room, which come in several rows by age; a child of known age has a row of its own.
 */
import { wholeNumber } from '../../connector-kit/readings.ts'
import type { BookedParty } from './booking.ts'

export type AgeGroup = 'adults' | 'children' | 'infants'

export interface GuestCountRow {
  /** Undefined means that the row counts guests without their ages. */
  group: AgeGroup | undefined
  count: string | undefined
}

/** `numberOfGuests` is the total that comes beside the rows. */
export function partyIn(rows: readonly GuestCountRow[], numberOfGuests?: string): BookedParty {
  const sumOf = (group: AgeGroup | undefined): number | null => {
    const counts = rows.filter((row) => row.group === group).map(({ count }) => wholeNumber(count))
    const numbers = counts.filter((count) => count !== null)
    return numbers.length === 0 ? null : numbers.reduce((sum, count) => sum + count, 0)
  }
  const [adults, children, infants] = [sumOf('adults'), sumOf('children'), sumOf('infants')]
  const isByAge = adults !== null || children !== null
  return {
    adults,
    children: children ?? (isByAge ? 0 : null),
    infants,
    total: isByAge ? null : (sumOf(undefined) ?? wholeNumber(numberOfGuests)),
  }
}
