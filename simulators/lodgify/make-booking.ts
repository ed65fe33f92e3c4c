import { addDays, daysBetween } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { roundMoney } from '../kit/places.ts'
import { holdsNights, occupied } from './availability.ts'
import { bookingFields, type BookedRoom, type Booking, type GuestBreakdown } from './booking-record.ts'
import { inventUid } from './invent-booking.ts'
import type { Account } from './account.ts'
import { dayOf, moment } from './moment.ts'
import type { PropertyRoom } from './property-record.ts'
import { nightlyPrice } from './rates.ts'
import { userId } from './store.ts'

const firstBookingId = 9_400_001

interface RoomSent {
  room_type_id: number
  guest_breakdown: Partial<GuestBreakdown>
  people?: number
  key_code?: string | null
}

interface GuestSent {
  name?: string | null
  email?: string | null
  phone?: string | null
  country_code?: string | null
  guest_name?: { first_name?: string | null; last_name?: string | null } | null
}

/** The body that makes a booking. */
export interface BookingSent {
  arrival: string
  departure: string
  property_id: number
  status: string
  rooms: RoomSent[]
  guest: GuestSent
  source_text?: string | null
  total?: number | null
}

/** The body that changes a booking. */
export type HeldSent = Omit<BookingSent, 'total'> & { total_amount?: number | null; note?: string | null }

/** Makes a booking as the vendor does from what was sent. */
export function makeBooking(account: Account, lodging: PropertyRoom, fields: BookingSent): Booking {
  const at = moment(account.nowMs())
  const [arrival, departure] = [dayOf(fields.arrival), dayOf(fields.departure)]
  const price = priceStay(account, lodging, arrival, departure)
  const total = fields.total ?? price.total
  const booking: Booking = {
    ...blankRow(bookingFields, account.store.nextId('made booking', firstBookingId)),
    user_id: userId,
    arrival,
    departure,
    property_id: lodging.property.id,
    rooms: roomsSent(fields.rooms),
    guest: guestSent(fields.guest),
    language: 'en',
    status: fields.status,
    is_unavailable: false,
    is_overbooked: false,
    source: 'PublicApi',
    source_text: fields.source_text ?? null,
    created_at: at,
    updated_at: at,
    is_new: true,
    is_deleted: false,
    currency_code: lodging.property.currency_code,
    total_amount: total,
    subtotals:
      typeof fields.total === 'number'
        ? { stay: total, promotions: 0, fees: 0, taxes: 0, addons: 0, vat: 0 }
        : { stay: price.stay, promotions: 0, fees: price.fees, taxes: price.taxes, addons: 0, vat: 0 },
    amount_paid: 0,
    amount_due: total,
    transactions: [],
    damage_protection: [],
    thread_uid: inventUid(account.random),
    check_in: { time: null, initiator: null },
    check_out: { time: null, initiator: null },
  }
  return { ...booking, is_overbooked: holdsNights(booking) && isFull(account, lodging, booking) }
}

/** The API does not refuse taken nights, but marks the booking as an overbooking. */
export function isFull(
  account: Account,
  lodging: PropertyRoom,
  { id, arrival, departure }: Booking,
): boolean {
  const booking = account.store.bookings.get(id)
  const soldUnits = occupied(account.store, lodging)
  if (booking !== undefined) {
    const own = soldUnits.findIndex(
      (one) => one.arrival === booking.arrival && one.departure === booking.departure,
    )
    if (own >= 0) soldUnits.splice(own, 1)
  }
  const units = lodging.room.units ?? 1
  return occupiedUnits(soldUnits, arrival ?? '', departure ?? '').some((count) => count >= units)
}

export interface StayPrice {
  stay: number
  fees: number
  taxes: number
  total: number
}

export function priceStay(
  account: Account,
  lodging: PropertyRoom,
  arrival: string,
  departure: string,
): StayPrice {
  const round = (amount: number) => roundMoney(amount, lodging.property.currency_code ?? 'EUR')
  const rates = account.store.writtenRates(lodging.room.id)
  const days = Array.from({ length: daysBetween(arrival, departure) }, (_, index) => addDays(arrival, index))
  const stay = round(
    days.reduce((sum, day) => sum + (rates.get(day)?.[0]?.price_per_day ?? nightlyPrice(lodging, day)), 0),
  )
  const fees = lodging.settings.cleaningFee
  const taxes = round(stay * 0.06)
  return { stay, fees, taxes, total: round(stay + fees + taxes) }
}

export function roomsSent(rooms: readonly RoomSent[]): BookedRoom[] {
  return rooms.map(({ room_type_id, guest_breakdown: guests, people, key_code = null }) => {
    const guest_breakdown = { adults: 0, children: 0, infants: 0, pets: 0, ...guests }
    const { adults, children } = guest_breakdown
    return { room_type_id, guest_breakdown, people: people ?? adults + children, key_code }
  })
}

export function guestSent({
  guest_name,
  name,
  email = null,
  phone = null,
  country_code = null,
}: GuestSent): object {
  const { first_name, last_name } = guest_name ?? {}
  const joined = [first_name, last_name].filter((part) => typeof part === 'string').join(' ')
  return { name: name ?? joined, email, phone, country_code }
}
