/** Nights sold in the old system that would be open in the new one. Pure. */
import type { Comparison, ListedStay, SourceStay } from './compare-stays.ts'

const day = (date: string) => Temporal.PlainDate.from(date)
const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)
const nightsBetween = (from: string, to: string): number => (to > from ? day(from).until(day(to)).days : 0)

/** From today on. */
const nightsOf = ({ checkIn, checkOut, today }: SourceStay): number =>
  nightsBetween(later(checkIn, today), checkOut)

function sharedNights(source: SourceStay, destination: ListedStay): number {
  const from = later(later(source.checkIn, destination.checkIn), source.today)
  return nightsBetween(from, earlier(source.checkOut, destination.checkOut))
}

/** `sold`: all nights of compared stays that are missing or differ. */
export function nightsAtRisk({ missing, mismatched }: Comparison): {
  nights: number
  sold: number
  sampleIds: string[]
} {
  const open = [
    ...missing.map((stay) => ({ id: stay.reservationId, sold: nightsOf(stay), open: nightsOf(stay) })),
    ...mismatched.map(({ source, destination }) => ({
      id: source.reservationId,
      sold: nightsOf(source),
      open: nightsOf(source) - sharedNights(source, destination),
    })),
  ].filter((stay) => stay.open > 0)
  return {
    nights: open.reduce((sum, stay) => sum + stay.open, 0),
    sold: open.reduce((sum, stay) => sum + stay.sold, 0),
    sampleIds: open.map(({ id }) => id),
  }
}
