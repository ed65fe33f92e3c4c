import { addDays } from './clock.ts'

/** Nights taken, the departure day not included. */
export interface Occupied {
  arrival: string
  departure: string
}

/** How many of the given stays sleep there in each night of the range. */
export function occupiedUnits(stays: readonly Occupied[], arrival: string, departure: string): number[] {
  const counts: number[] = []
  for (let night = arrival; night < departure; night = addDays(night, 1)) {
    counts.push(stays.filter((stay) => stay.arrival <= night && night < stay.departure).length)
  }
  return counts
}

/** The first stay of this length on or after a day that leaves room in a place with so many units. */
export function firstFreeStay(
  stays: readonly Occupied[],
  units: number,
  from: string,
  nights: number,
): Occupied {
  const ahead = stays.filter((stay) => stay.departure > from)
  let arrival = from
  for (;;) {
    const departure = addDays(arrival, nights)
    const full = occupiedUnits(ahead, arrival, departure).findLastIndex((count) => count >= units)
    if (full < 0) return { arrival, departure }
    arrival = addDays(arrival, full + 1)
  }
}
