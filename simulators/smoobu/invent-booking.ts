import { daysBetween } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import { bookingFields, type Booking, type PricedApartment } from './records.ts'
import { stamp } from './stamp.ts'
import { blockedChannel, type Channel } from './vocabulary.ts'

export interface BookingPlan {
  id: number
  lodging: PricedApartment
  arrival: string
  departure: string
  type: string
  channel: Channel
  person: Person
  guestId: number
  madeAtMs: number
  changedAtMs: number
}

export function inventBooking(plan: BookingPlan, random: SeededRandom): Booking {
  const { channel } = plan
  const base = {
    ...blankRow(bookingFields, plan.id),
    'reference-id': channel.hasCode ? random.digits(10) : null,
    type: plan.type,
    arrival: plan.arrival,
    departure: plan.departure,
    'created-at': stamp(plan.madeAtMs),
    modifiedAt: stamp(plan.changedAtMs),
    apartment: { id: plan.lodging.apartment.id, name: plan.lodging.apartment.name },
    channel: { id: channel.id, name: channel.name },
    'is-blocked-booking': false,
    'guest-app-url': `https://guest.example.com/${plan.id}`,
    related: [],
    priceElements: [],
  }
  if (channel === blockedChannel) return { ...base, ...blockParts(plan) }
  return channel.isFeed
    ? { ...base, 'guest-name': 'Reserved', adults: 0, children: 0, price: 0, 'price-paid': 'No' }
    : { ...base, ...guestParts(plan, random), ...moneyParts(plan, random) }
}

/** A block is a row of the same list without guest and price; some have a type of their own. */
function blockParts({ id, type }: BookingPlan): Partial<Booking> {
  const kind = type === 'reservation' && id % 2 === 0 ? 'block' : type
  return {
    type: kind,
    'is-blocked-booking': true,
    'guest-name': '',
    notice: 'Owner',
    adults: null,
    price: null,
  }
}

function guestParts({ person, guestId }: BookingPlan, random: SeededRandom): Partial<Booking> {
  return {
    'guest-name': `${person.firstName} ${person.lastName}`,
    firstname: person.firstName,
    lastname: person.lastName,
    email: random.chance(0.7) ? person.email : '',
    phone: random.chance(0.7) ? person.phone : '',
    language: person.locale.slice(0, 2),
    guestId,
    adults: random.int(1, 4),
    children: random.chance(0.25) ? random.int(1, 2) : 0,
    'check-in': random.pick(['', '15:00', '16:30']),
    'check-out': random.pick(['', '10:00', '11:00']),
    notice: random.chance(0.1) ? 'Arriving late.' : '',
  }
}

function moneyParts(plan: BookingPlan, random: SeededRandom): Partial<Booking> {
  const { lodging, channel } = plan
  const currency = lodging.apartment.currency ?? 'EUR'
  const nights = daysBetween(plan.arrival, plan.departure)
  const base = roundMoney((lodging.nightly ?? 95) * nights, currency)
  const cleaning = random.chance(0.6) ? roundMoney(base * 0.08, currency) : 0
  const discount = nights >= 7 ? -roundMoney(base * 0.1, currency) : 0
  // Airbnb withholds the town's tax, which it lists under its own name.
  const tax = channel.name === 'Airbnb' ? roundMoney(base * 0.05, currency) : 0
  const unsaid = { quantity: null, tax: null, sortOrder: null, priceIncludedInId: null }
  const part = (id: number, type: string, name: string, amount: number) =>
    amount === 0 ? [] : [{ id: plan.id * 10 + id, type, name, amount, currencyCode: currency, ...unsaid }]
  const price = roundMoney(base + cleaning + discount + tax, currency)
  const commission = roundMoney(price * channel.commission, currency)
  return {
    price,
    'price-paid': random.pick(['Yes', 'No']),
    'commission-included': commission,
    prepayment: random.chance(0.3) ? roundMoney(price * 0.2, currency) : 0,
    'prepayment-paid': random.pick(['Yes', 'No']),
    deposit: 0,
    'deposit-paid': 'No',
    priceElements: [
      ...part(1, 'basePrice', 'Base price', base),
      ...part(2, 'cleaningFee', 'Cleaning fee', cleaning),
      ...part(3, 'longStayDiscount', 'Long stay discount', discount),
      ...part(4, 'channelCustom', 'Airbnb Collected Tax', tax),
      ...part(5, 'commission', 'Commission', commission),
    ],
  }
}
