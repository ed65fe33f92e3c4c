import { anyOf, chooseNights, known, requireOrder } from '../kit/asked.ts'
import { firstFreeStay, type OccupiedSpan } from '../kit/free-stay.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './availability.ts'
import { roomsOf, type Booking } from './booking-record.ts'
import type { PropertyRoom } from './property-record.ts'
import type { Store } from './store.ts'

export const wrongOrder = 'departure must not be before arrival'

/** Chooses the place named by the room, else by the property, else any. */
export function chooseLodging(store: Store, fields: Partial<Booking>, random: SeededRandom): PropertyRoom {
  const roomTypeId = roomsOf({ rooms: fields.rooms ?? null })[0]?.room_type_id
  if (roomTypeId !== undefined) {
    return known(store.lodgings.get(roomTypeId), `no room type ${roomTypeId}`, 400)
  }
  const { property_id } = fields
  return property_id === undefined
    ? anyOf([...store.lodgings.values()], random, 'the account has nothing to book')
    : anyOf(store.lodgingsOf(property_id), random, `no property ${property_id}`)
}

export function chooseStay(
  store: Store,
  lodging: PropertyRoom,
  { arrival, departure }: Partial<Booking>,
  today: string,
  random: SeededRandom,
): OccupiedSpan {
  requireOrder(arrival, departure, wrongOrder)
  return chooseNights({ arrival, departure }, today, random, (from, nights) =>
    firstFreeStay(occupied(store, lodging), lodging.room.units ?? 1, from, nights),
  )
}
