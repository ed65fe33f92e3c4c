import { addDays, daysBetween, isWeekend } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import { flagParam, type Query } from '../kit/query.ts'
import type { CalendarNight } from '../kit/world/nights.ts'
import type { Booking, Room } from './records.ts'
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
export function calendarRanges(store: Store, room: Room, range: DayRange, query: Query): object[] {
  const columns = optional.filter(([, parameter]) => flagParam(query, parameter) === true)
  const ranges: { from: string; to: string; text: string; values: object }[] = []
  for (const row of store.world.nights(room, range)) {
    const night = nightOf(store, room, row)
    const values = Object.fromEntries(
      columns.flatMap(([name]) => (name in night ? [[name, night[name]]] : [])),
    )
    const text = JSON.stringify(values)
    const last = ranges.at(-1)
    if (last?.text === text) last.to = row.date
    else ranges.push({ from: row.date, to: row.date, text, values })
  }
  return ranges.map(({ from, to, values }) => ({ from, to, ...values }))
}

function nightOf(store: Store, room: Room, { date, price, stays, set }: CalendarNight<Booking>): Night {
  return {
    numAvail: (room.qty ?? 1) - stays.length,
    minStay: isWeekend(date) ? 2 : 1,
    maxStay: 364,
    multiplier: 1,
    override:
      set.isClosed === true ? 'blackout' : daysBetween('2020-01-01', date) % 97 === 0 ? 'noCheckIn' : 'none',
    // Rooms without a rack rate have no daily prices either.
    ...(room.rackRate ? { price1: price } : {}),
    ...store.nights.get(room.id)?.get(date),
  }
}

/** Returns the nights of a stay, the last one before its departure. */
export function nightsOf(store: Store, room: Room, arrival: string, departure: string): Night[] {
  const nights = store.world.nights(room, { from: arrival, to: addDays(departure, -1) })
  return nights.map((night) => nightOf(store, room, night))
}

export const isSold = ({ numAvail, override }: Night): boolean => numAvail < 1 || override === 'blackout'
