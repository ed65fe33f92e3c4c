/** Who stays in a room, counted by age in several rows, each child by itself where its age is told. */
import { wholeNumber } from '../../connector-kit/readings.ts'
import type { BookedParty } from './booking.ts'

export type AgeGroup = 'adults' | 'children' | 'infants'

export interface GuestCountRow {
  /** undefined: the row says how many guests there are, and nothing of their ages. */
  group: AgeGroup | undefined
  count: string | undefined
}

/** `numberOfGuests`: what is said of everybody beside the rows. */
export function partyIn(rows: readonly GuestCountRow[], numberOfGuests?: string): BookedParty {
  const sumOf = (group: AgeGroup | undefined): number | null => {
    const counts = rows.filter((row) => row.group === group).map(({ count }) => wholeNumber(count))
    const told = counts.filter((count) => count !== null)
    return told.length === 0 ? null : told.reduce((sum, count) => sum + count, 0)
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
