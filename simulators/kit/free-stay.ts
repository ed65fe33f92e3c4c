import { addDays, nextDay } from './clock.ts'

/** Occupied nights, without the departure day. */
export interface OccupiedSpan {
  arrival: string
  departure: string
}

/** Returns for each night of the range how many stays occupy a unit. */
export function occupiedUnits(stays: readonly OccupiedSpan[], arrival: string, departure: string): number[] {
  const counts = sleepersByNight(stays, arrival)
  return nightsOf(arrival, departure).map((night) => counts.get(night) ?? 0)
}

/** Returns the first stay of this length from a day on that fits a place with so many units. */
export function firstFreeStay(
  stays: readonly OccupiedSpan[],
  units: number,
  from: string,
  nights: number,
): OccupiedSpan {
  const counts = sleepersByNight(stays, from)
  let arrival = from
  for (;;) {
    const departure = addDays(arrival, nights)
    const full = nightsOf(arrival, departure).findLast((night) => (counts.get(night) ?? 0) >= units)
    if (full === undefined) return { arrival, departure }
    arrival = nextDay(full)
  }
}

function sleepersByNight(stays: readonly OccupiedSpan[], from: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { arrival, departure } of stays) {
    for (let night = arrival > from ? arrival : from; night < departure; night = nextDay(night)) {
      counts.set(night, (counts.get(night) ?? 0) + 1)
    }
  }
  return counts
}

/** Lists the nights from an arrival up to a departure. */
function nightsOf(arrival: string, departure: string): string[] {
  const nights: string[] = []
  for (let night = arrival; night < departure; night = nextDay(night)) nights.push(night)
  return nights
}
