import { addDays, daysBetween, isWeekend, nextDay } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { flagParam, type Query } from '../kit/query.ts'
import type { Room } from './records.ts'
import type { Store } from './store.ts'

export interface Night {
  numAvail: number
  minStay: number
  maxStay: number
  multiplier: number
  override: string
  price1?: number | null
}

const optional: readonly (readonly [keyof Night, string])[] = [
  ['numAvail', 'includeNumAvail'],
  ['minStay', 'includeMinStay'],
  ['maxStay', 'includeMaxStay'],
  ['multiplier', 'includeMultiplier'],
  ['override', 'includeOverride'],
  ['price1', 'includePrices'],
]

/** The vendor returns ranges of equal nights, and only the requested fields. */
export function calendarRanges(store: Store, room: Room, from: string, to: string, query: Query): object[] {
  const columns = optional.filter(([, parameter]) => flagParam(query, parameter) === true)
  const soldUnits = occupiedUnits(store.occupied(room.id), from, nextDay(to))
  const ranges: { from: string; to: string; text: string; values: object }[] = []
  for (let day = from, index = 0; day <= to; day = nextDay(day), index++) {
    const night = nightOf(store, room, day, soldUnits[index] ?? 0)
    const values = Object.fromEntries(
      columns.flatMap(([name]) => (name in night ? [[name, night[name]]] : [])),
    )
    const text = JSON.stringify(values)
    const last = ranges.at(-1)
    if (last?.text === text) last.to = day
    else ranges.push({ from: day, to: day, text, values })
  }
  return ranges.map((range) => ({ from: range.from, to: range.to, ...range.values }))
}

function nightOf(store: Store, room: Room, day: string, soldUnits: number): Night {
  const isClosed = (store.blackouts.get(room.id) ?? []).some(({ from, to }) => from <= day && day <= to)
  const isDear = isWeekend(day)
  return {
    numAvail: (room.qty ?? 1) - soldUnits,
    minStay: isDear ? 2 : 1,
    maxStay: 364,
    multiplier: 1,
    override: isClosed ? 'blackout' : daysBetween('2020-01-01', day) % 97 === 0 ? 'noCheckIn' : 'none',
    // Rooms without a rack rate have no daily prices either.
    ...(room.rackRate ? { price1: Math.round(room.rackRate * (isDear ? 1.2 : 1) * 100) / 100 } : {}),
    ...store.nights.get(room.id)?.get(day),
  }
}

/** Returns the nights of a stay, the last one before its departure. */
export function nightsOf(store: Store, room: Room, arrival: string, departure: string): Night[] {
  const soldUnits = occupiedUnits(store.occupied(room.id), arrival, departure)
  return soldUnits.map((count, index) => nightOf(store, room, addDays(arrival, index), count))
}

export const isSold = ({ numAvail, override }: Night): boolean => numAvail < 1 || override === 'blackout'
