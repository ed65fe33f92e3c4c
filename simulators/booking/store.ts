import { countingIds } from '../kit/counting-ids.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { daysOf, setNights } from '../kit/nights.ts'
import { addDays } from '../kit/clock.ts'
import type { Hotel, RatePlan, Reservation, Room } from './records.ts'

/** Values entered for a room and a night; absent ones are as usual. */
export interface RoomNight {
  rooms_to_sell?: number
  closed?: boolean
}

/** A night with usual values in place of absent ones. */
export type HeldNight = Required<RoomNight>

export const roomsLeft = ({ rooms_to_sell, closed }: HeldNight): number => (closed ? 0 : rooms_to_sell)

/** Values entered for a rate of a room and a night. */
export interface RateNight {
  /** Prices for a full house, and by number of guests. */
  price?: number
  byGuests?: Readonly<Record<number, number>>
  closed?: boolean
  closedonarrival?: boolean
  closedondeparture?: boolean
  minimumstay?: number
  maximumstay?: number
  minimumstay_arrival?: number
  maximumstay_arrival?: number
  exactstay?: number
  exactstay_arrival?: number
}

/** Derives prices for other numbers of guests from the leading number's. */
export interface DerivedPrices {
  leading: number
  rules: Record<number, { percentage: number; additional: number; round: boolean }>
}

export const rateKey = (roomId: number, rateId: number): string => `${roomId}:${rateId}`

/** Holds everything of one provider's hotels. */
export class Store {
  readonly hotels = new Map<number, Hotel>()
  readonly rooms = new Map<number, Room>()
  readonly rates = new Map<number, RatePlan>()
  readonly reservations = new Map<number, Reservation>()
  readonly roomNights = new Map<number, Map<string, RoomNight>>()
  readonly rateNights = new Map<string, Map<string, RateNight>>()
  /** By room and rate. */
  readonly derived = new Map<string, DerivedPrices>()
  /** When a room was closed, by room and night. */
  readonly closedAtMs = new Map<number, Map<string, number>>()
  readonly nextId = countingIds()

  hotelOf({ hotel_id }: { hotel_id: number | null }): Hotel {
    const hotel = this.hotels.get(hotel_id ?? 0)
    if (hotel === undefined) throw new Error(`no hotel ${hotel_id}`)
    return hotel
  }

  roomsOf(hotelId: number): Room[] {
    return [...this.rooms.values()].filter(({ hotel_id }) => hotel_id === hotelId)
  }

  /** Every room of a hotel sells all of its plans. */
  ratesOf(hotelId: number | null): RatePlan[] {
    return [...this.rates.values()].filter(({ hotel_id }) => hotel_id === hotelId)
  }

  setRoomNights(roomId: number, days: readonly string[], settings: RoomNight): void {
    setNights(this.roomNights, roomId, days, settings)
  }

  setRateNights(roomId: number, rateId: number, days: readonly string[], settings: RateNight): void {
    setNights(this.rateNights, rateKey(roomId, rateId), days, settings)
  }

  roomNight(room: Room, day: string): HeldNight {
    return { rooms_to_sell: room.units ?? 0, closed: false, ...this.roomNights.get(room.id)?.get(day) }
  }

  /** Takes so many rooms out of what is left to sell; a negative number puts them back. */
  sell(room: Room, days: readonly string[], count: number): void {
    for (const day of days) {
      const left = this.roomNight(room, day).rooms_to_sell - count
      this.setRoomNights(room.id, [day], { rooms_to_sell: Math.max(0, left) })
    }
  }

  /** Returns stays of a room that were not cancelled. */
  staysIn(roomId: number): OccupiedSpan[] {
    return this.#soldOf(roomId, (status) => status !== 'cancelled')
  }

  calledOffIn(roomId: number): OccupiedSpan[] {
    return this.#soldOf(roomId, (status) => status === 'cancelled')
  }

  #soldOf(roomId: number, isMeant: (status: string | null) => boolean): OccupiedSpan[] {
    return [...this.reservations.values()]
      .filter(({ room_id, status }) => room_id === roomId && isMeant(status))
      .flatMap(({ arrival_date, departure_date, number_of_rooms }) =>
        Array.from({ length: number_of_rooms ?? 1 }, () => ({
          arrival: arrival_date ?? '',
          departure: departure_date ?? '',
        })),
      )
  }
}

export const nightsOf = ({ arrival, departure }: OccupiedSpan): string[] =>
  arrival < departure ? daysOf({ from: arrival, to: addDays(departure, -1) }) : []
