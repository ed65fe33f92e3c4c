import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import type { Occupied } from '../kit/free-stay.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './availability.ts'
import { roomsOf } from './booking-record.ts'
import type { Booking } from './booking-record.ts'
import type { Lodging } from './property-record.ts'
import type { Store } from './store.ts'

/** The place named by the room, else by the property, else any. */
export function chooseLodging(store: Store, fields: Partial<Booking>, random: SeededRandom): Lodging {
  const roomTypeId = roomsOf({ rooms: fields.rooms ?? null })[0]?.room_type_id
  if (roomTypeId !== undefined) {
    const lodging = store.lodgings.get(roomTypeId)
    if (lodging === undefined) throw new ControlError(`no room type ${roomTypeId}`)
    return lodging
  }
  const known =
    fields.property_id === undefined ? [...store.lodgings.values()] : store.lodgingsOf(fields.property_id)
  if (known.length === 0) {
    throw new ControlError(
      fields.property_id === undefined
        ? 'the account has nothing to book'
        : `no property ${fields.property_id}`,
    )
  }
  return random.pick(known)
}

/** Given days are taken as they are, also where they overlap; otherwise free ones are found. */
export function chooseStay(
  store: Store,
  lodging: Lodging,
  { arrival, departure }: Partial<Booking>,
  today: string,
  random: SeededRandom,
): Occupied {
  requireOrder(arrival, departure)
  const nights = random.int(2, 6)
  if (arrival) return { arrival, departure: departure ?? addDays(arrival, nights) }
  if (departure) return { arrival: addDays(departure, -nights), departure }
  const from = addDays(today, random.int(2, 60))
  return firstFreeStay(occupied(store, lodging), lodging.room.units ?? 1, from, nights)
}

export function requireOrder(arrival: string | null | undefined, departure: string | null | undefined): void {
  if (arrival && departure && departure < arrival)
    throw new ControlError('departure must not be before arrival')
}
