import { addDays, isWeekend, nextDay } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import type { RoomType } from './records.ts'
import type { Store } from './store.ts'

export interface Night {
  date: string
  rateBase: number
  rate: number
  totalRate: number
  roomsAvailable: number
  closedToArrival: boolean
  closedToDeparture: boolean
  blocked: boolean
  minLos: number
  maxLos: number
  cutOff: number
  lastMinuteBooking: number
}

/** Returns the nights of a room type from a day up to, but without, another. */
export function nightsOf(store: Store, roomType: RoomType, from: string, to: string, factor = 1): Night[] {
  const { roomTypeID } = roomType
  const soldUnits = occupiedUnits(store.occupied(roomTypeID), from, to)
  const rooms = store.roomsOf(roomTypeID).length
  const blocks = store.blocks.filter((block) => block.roomTypeID === roomTypeID)
  const price = store.prices.get(roomTypeID) ?? 90
  const nights: Night[] = []
  for (let date = from, index = 0; date < to; date = nextDay(date), index++) {
    const isDear = isWeekend(date)
    const closed = blocks.filter((block) => block.from <= date && date <= block.to).length
    const own = store.nights.get(`${roomTypeID} ${date}`)
    const full = own?.rate ?? price * (isDear ? 1.2 : 1)
    const rate = Math.round(full * factor * 100) / 100
    nights.push({
      date,
      rateBase: rate,
      rate,
      totalRate: rate,
      roomsAvailable: Math.max(0, rooms - (soldUnits[index] ?? 0) - closed),
      closedToArrival: date.endsWith('-24'),
      closedToDeparture: date.endsWith('-25'),
      // A person closed these nights although rooms are left.
      blocked: own?.blocked ?? (date.endsWith('-02-29') || date.endsWith('-11-11')),
      minLos: own?.minLos ?? (isDear ? 2 : 0),
      maxLos: own?.maxLos ?? 0,
      cutOff: 0,
      lastMinuteBooking: 0,
    })
  }
  return nights
}

/** Returns what the nights of a stay cost, before taxes. */
export function priceOf(store: Store, roomType: RoomType, from: string, to: string): number {
  return nightsOf(store, roomType, from, to).reduce((sum, { rate }) => sum + rate, 0)
}

/** Returns the room type's own rate, and a cheaper one derived from it. */
export function ratesOf(
  store: Store,
  roomType: RoomType,
  from: string,
  to: string,
  detailed: boolean,
): object[] {
  const common = {
    roomTypeID: roomType.roomTypeID,
    roomTypeName: roomType.roomTypeName,
    propertyID: roomType.propertyID,
  }
  const rate = (rateID: string, isDerived: boolean, more: object) => {
    const nights = nightsOf(store, roomType, from, to, isDerived ? 0.9 : 1)
    const price = nights.reduce((sum, night) => sum + night.rate, 0)
    const roomsAvailable = Math.min(...nights.map((night) => night.roomsAvailable))
    return {
      rateID,
      isDerived,
      roomRate: Math.round(price * 100) / 100,
      totalRate: Math.round(price * 100) / 100,
      roomsAvailable: nights.length === 0 ? 0 : roomsAvailable,
      ...common,
      ...more,
      ...(detailed ? { roomRateDetailed: nights } : {}),
    }
  }
  return [
    rate(`${roomType.roomTypeID}9`, true, {
      ratePlanID: '77',
      ratePlanNamePublic: 'Non-refundable',
      ratePlanNamePrivate: 'NRF',
      derivedType: 'percentage',
      derivedValue: -10,
      parentRateID: `${roomType.roomTypeID}1`,
    }),
    rate(`${roomType.roomTypeID}1`, false, {}),
  ]
}

export const yearFrom = (today: string): string => addDays(today, 365)
