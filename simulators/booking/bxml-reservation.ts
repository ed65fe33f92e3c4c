/** Shows a reservation in B.XML: amounts have decimals, and a cancelled one has hardly any fields. */
import { xml } from '../../src/connector-kit/xml-write.ts'
import type { Xml } from '../../src/connector-kit/xml.ts'
import type { Reservation, SoldRoom } from './records.ts'
import { placesOf } from './ota-reservation.ts'
import type { Store } from './store.ts'

const texts = (row: Readonly<Record<string, unknown>>, names: readonly string[]): Xml[] =>
  names.map((name) => xml(name, {}, String(row[name] ?? '')))

export function bxmlReservation(store: Store, reservation: Reservation): Xml {
  const { id, status, rooms, currencycode, booked_at, modified_at } = reservation
  const [date = '', time = ''] = (booked_at ?? '').split(' ')
  const head = [
    xml('date', {}, date),
    xml('time', {}, time),
    xml('booked_at', {}, booked_at ?? ''),
    xml('modified_at', {}, modified_at ?? ''),
    ...texts(reservation, ['hotel_id', 'status']),
    xml('id', {}, id),
  ]
  const amount = (value: number | null) => (value ?? 0).toFixed(placesOf(currencycode))
  const fee = xml('total_cancellation_fee', {}, amount(reservation.total_cancellation_fee))
  if (status === 'cancelled') return xml('reservation', {}, head, fee)
  return xml(
    'reservation',
    {},
    head,
    xml('currencycode', {}, currencycode ?? ''),
    xml('totalprice', {}, amount(reservation.totalprice)),
    xml('commissionamount', {}, amount(reservation.commissionamount)),
    ...texts(reservation, ['loyalty_id']),
    fee,
    customer(reservation),
    rooms.map((room) => roomOf(store, reservation, room, amount)),
  )
}

/** Card numbers are left out, except one that somebody entered to test its handling. */
function customer(reservation: Reservation): Xml {
  const names = ['first_name', 'last_name', 'email', 'telephone', 'address', 'city', 'zip', 'countrycode']
  return xml(
    'customer',
    {},
    texts(reservation, [...names, 'company', 'remarks']),
    texts({}, ['cc_cvc', 'cc_expiration_date', 'cc_name', 'cc_type']),
    xml('cc_number', {}, reservation.card_number ?? ''),
  )
}

function roomOf(
  store: Store,
  reservation: Reservation,
  room: SoldRoom,
  amount: (value: number | null) => string,
): Xml {
  const stored = store.rooms.get(room.room_id)
  const { tax_included, currency } = store.hotelOf(reservation)
  const sum = room.nights.reduce((whole, { price }) => whole + price, 0)
  const count = (people: number, type: string) =>
    people > 0 ? xml('guest_count', { count: people, type }) : undefined
  const tax = xml('extracomponent', {
    ...{ text: 'VAT', amount: amount(sum * 0.07), currency, percentage: '7.00' },
    ...{ included: tax_included ? 'yes' : 'no', per_night: 'no', per_person: 'no' },
  })
  return xml(
    'room',
    {},
    xml('id', {}, room.room_id),
    xml('roomreservation_id', {}, room.roomreservation_id),
    xml('name', {}, stored?.room_name ?? ''),
    xml('arrival_date', {}, reservation.arrival_date ?? ''),
    xml('departure_date', {}, reservation.departure_date ?? ''),
    xml('guest_name', {}, room.guest_name),
    xml('numberofguests', {}, room.adults + room.children),
    xml('guest_counts', {}, count(room.adults, 'adult'), count(room.children, 'child')),
    xml('max_children', {}, stored?.max_children ?? 0),
    ...texts(reservation, ['meal_plan', 'remarks']),
    xml('smoking', {}),
    room.nights.map(({ date, rate_id, price }) =>
      xml('price', { date, rate_id, genius_rate: 'no', rewritten_from_id: 0 }, amount(price)),
    ),
    xml('price_details', {}, xml('guest', {}, tax, xml('total', {}, amount(sum)))),
    xml('commissionamount', {}, amount(sum * 0.15)),
    xml('currencycode', {}, reservation.currencycode ?? ''),
    xml('totalprice', {}, amount(sum)),
  )
}
