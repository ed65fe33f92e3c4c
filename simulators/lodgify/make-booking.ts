import { addDays, daysBetween } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { roundMoney } from '../kit/places.ts'
import { holdsNights, occupied } from './availability.ts'
import { bookingFields } from './booking-record.ts'
import type { BookedRoom, Booking, GuestBreakdown } from './booking-record.ts'
import { inventUid } from './invent-booking.ts'
import type { Account } from './account.ts'
import { moment } from './moment.ts'
import type { Lodging } from './property-record.ts'
import { nightlyPrice } from './rates.ts'
import { dayOf, isFields } from './sent-fields.ts'
import type { Sent } from './sent-fields.ts'
import { userId } from './store.ts'

const firstBookingId = 9_400_001

/** A booking as the vendor makes it of what was sent. */
export function makeBooking(account: Account, lodging: Lodging, sent: Sent): Booking {
  const at = moment(account.nowMs())
  const [arrival, departure] = [dayOf(sent.arrival), dayOf(sent.departure)]
  const price = priceStay(account, lodging, arrival, departure)
  const total = typeof sent.total === 'number' ? sent.total : price.total
  const booking: Booking = {
    ...blankRow(bookingFields, account.store.nextId('made booking', firstBookingId)),
    user_id: userId,
    arrival,
    departure,
    property_id: lodging.property.id,
    rooms: roomsSent(sent.rooms),
    guest: guestSent(sent.guest),
    language: 'en',
    status: String(sent.status),
    is_unavailable: false,
    is_overbooked: false,
    source: 'PublicApi',
    source_text: typeof sent.source_text === 'string' ? sent.source_text : null,
    created_at: at,
    updated_at: at,
    is_new: true,
    is_deleted: false,
    currency_code: lodging.property.currency_code,
    total_amount: total,
    subtotals:
      typeof sent.total === 'number'
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

/** Bookings through the API are not refused for taken nights: they are marked as too many. */
export function isFull(account: Account, lodging: Lodging, { id, arrival, departure }: Booking): boolean {
  const held = account.store.bookings.get(id)
  const taken = occupied(account.store, lodging)
  if (held !== undefined) {
    const own = taken.findIndex((one) => one.arrival === held.arrival && one.departure === held.departure)
    if (own >= 0) taken.splice(own, 1)
  }
  const units = lodging.room.units ?? 1
  return occupiedUnits(taken, arrival ?? '', departure ?? '').some((count) => count >= units)
}

export interface StayPrice {
  stay: number
  fees: number
  taxes: number
  total: number
}

export function priceStay(account: Account, lodging: Lodging, arrival: string, departure: string): StayPrice {
  const round = (amount: number) => roundMoney(amount, lodging.property.currency_code ?? 'EUR')
  const written = account.store.writtenRates(lodging.room.id)
  const days = Array.from({ length: daysBetween(arrival, departure) }, (_, index) => addDays(arrival, index))
  const stay = round(
    days.reduce((sum, day) => sum + (written.get(day)?.[0]?.price_per_day ?? nightlyPrice(lodging, day)), 0),
  )
  const fees = lodging.settings.cleaningFee
  const taxes = round(stay * 0.06)
  return { stay, fees, taxes, total: round(stay + fees + taxes) }
}

export function roomsSent(value: unknown): BookedRoom[] {
  return (Array.isArray(value) ? value : []).filter(isFields).map((room) => {
    const told = (room.guest_breakdown ?? {}) as Partial<GuestBreakdown>
    const guest_breakdown = { adults: 0, children: 0, infants: 0, pets: 0, ...told }
    const { room_type_id, people = guest_breakdown.adults + guest_breakdown.children, key_code = null } = room
    return {
      room_type_id: Number(room_type_id),
      guest_breakdown,
      people: Number(people),
      key_code: key_code === null ? null : String(key_code),
    }
  })
}

export function guestSent(value: unknown): object {
  const guest = isFields(value) ? value : {}
  const names = isFields(guest.guest_name) ? guest.guest_name : {}
  const joined = [names.first_name, names.last_name].filter((name) => typeof name === 'string').join(' ')
  const { email = null, phone = null, country_code = null } = guest
  return { name: guest.name ?? joined, email, phone, country_code }
}
