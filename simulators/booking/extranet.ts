/** Changes of a person in the extranet, which go past the software that writes through the API. */
import { known } from '../kit/asked.ts'
import { isDay, stampOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields, readObject, refuseUnknown, type FieldTable } from '../kit/fields.ts'
import { daysOf } from '../kit/nights.ts'
import type { Account } from './account.ts'
import { apply } from './ari.ts'
import type { Hotel } from './records.ts'
import type { RateNight } from './store.ts'

const nightFields = {
  room_id: 'int',
  rate_id: 'int',
  from: 'day',
  to: 'day',
  rooms_to_sell: 'int',
  closed: 'bool',
  price: 'number',
  closedonarrival: 'bool',
  closedondeparture: 'bool',
  minimumstay: 'int',
  maximumstay: 'int',
  minimumstay_arrival: 'int',
  maximumstay_arrival: 'int',
} as const satisfies FieldTable

/** Sets nights by hand; both ends are included. Without a rate the room itself is closed. */
export function setNightsByHand(account: Account, input: unknown): object {
  const fields = readFields(nightFields, input, [])
  const { room_id, rate_id, from, to = from, rooms_to_sell, ...others } = fields
  const room = known(account.store.rooms.get(room_id ?? 0), `no room ${room_id}; room_id says which`, 400)
  if (!isDay(from) || !isDay(to) || to < from) throw new ControlError('from and to say which nights')
  const days = daysOf({ from, to })
  const ofRoom = rooms_to_sell == null ? {} : { rooms_to_sell }
  if (rate_id == null) {
    const { closed, ...rest } = others
    if (Object.keys(rest).length > 0) throw new ControlError('rate_id says whose price and rules they are')
    apply(account, { room, days, ofRoom: { ...ofRoom, ...(closed == null ? {} : { closed }) } })
  } else {
    const rate = known(
      account.store.ratesOf(room.hotel_id).find(({ id }) => id === rate_id),
      `no rate ${rate_id} of room ${room.id}`,
      400,
    )
    apply(account, { room, rate, days, ofRoom, ofRate: others as RateNight })
  }
  return { room_id: room.id, nights: days.length }
}

const settings: Readonly<Record<string, readonly unknown[]>> = {
  connection: ['active', 'pending'],
  pricing_type: ['Standard', 'OBP', 'LOS'],
  booking_model: ['IB', 'RTB'],
  tax_included: [true, false],
}

/** Connects or disconnects this provider, and changes how the hotel is sold. */
export function changeHotel(account: Account, id: string, input: unknown): Hotel {
  const hotel = known(account.store.hotels.get(Number(id)), `no hotel ${id}`)
  const fields = readObject(input)
  refuseUnknown(fields, Object.keys(settings))
  for (const [name, value] of Object.entries(fields)) {
    if (!settings[name]?.includes(value))
      throw new ControlError(`${name} is one of ${settings[name]?.join(', ')}`)
  }
  Object.assign(hotel, fields)
  const since = `${stampOf(account.nowMs()).replace(' ', 'T')}Z`
  if (fields.connection !== undefined) hotel.connected_at = fields.connection === 'active' ? since : null
  return hotel
}
