import { isWeekend } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import { roomsOf, rounded, withTaxes } from './projection.ts'
import type { RoomType } from './records.ts'
import type { Store } from './store.ts'

/** Returns the nights of a room type; both ends of the range are included. */
export function nightsOf({ world, blocks }: Store, roomType: RoomType, range: DayRange, factor = 1) {
  const rooms = roomsOf(roomType).length
  const block = blocks.get(roomType.roomTypeID)
  return world.nights(roomType, range).map(({ date, price, stays, set }) => {
    const closed = block !== undefined && block.from <= date && date <= block.to ? 1 : 0
    const rate = rounded(price * factor)
    return {
      date,
      ...{ rateBase: rate, rate, totalRate: rate },
      roomsAvailable: Math.max(0, rooms - stays.length - closed),
      closedToArrival: date.endsWith('-24'),
      closedToDeparture: date.endsWith('-25'),
      // A person closed these nights although rooms are left.
      blocked: set.isClosed ?? (date.endsWith('-02-29') || date.endsWith('-11-11')),
      minLos: set.minNights ?? (isWeekend(date) ? 2 : 0),
      maxLos: set.maxNights ?? 0,
      ...{ cutOff: 0, lastMinuteBooking: 0 },
    }
  })
}

export const sumOf = (nights: readonly { rate: number }[]): number =>
  rounded(nights.reduce((sum, { rate }) => sum + rate, 0))

/** Returns what the nights of a stay cost, with taxes. */
export const totalOf = (store: Store, roomType: RoomType, range: DayRange): number =>
  withTaxes(sumOf(nightsOf(store, roomType, range)))

/** Every room type has its own rate, and a cheaper one derived from it, which comes first. */
export const rates = [
  {
    factor: 0.9,
    suffix: '9',
    facts: {
      ...{ ratePlanNamePublic: 'Non-refundable', ratePlanNamePrivate: 'NRF' },
      ...{ derivedType: 'percentage', derivedValue: -10 },
    },
  },
  { factor: 1, suffix: '1', facts: {} },
] as const

/** Returns the rates of a room type. */
export function ratesOf(store: Store, roomType: RoomType, range: DayRange, detailed: boolean): object[] {
  const { roomTypeID, roomTypeName, propertyID } = roomType
  return rates.map(({ factor, suffix, facts }) => {
    const nights = nightsOf(store, roomType, range, factor)
    const price = sumOf(nights)
    const isDerived = factor !== 1
    return {
      ...{ rateID: `${roomTypeID}${suffix}`, isDerived, roomRate: price, totalRate: price },
      roomsAvailable: Math.min(...nights.map(({ roomsAvailable }) => roomsAvailable)),
      ...{ roomTypeID, roomTypeName, propertyID, ...facts },
      ...(isDerived ? { ratePlanID: '77', parentRateID: `${roomTypeID}1` } : {}),
      ...(detailed ? { roomRateDetailed: nights } : {}),
    }
  })
}
