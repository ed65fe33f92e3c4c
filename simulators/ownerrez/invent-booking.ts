import { daysBetween } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { utc } from './answers.ts'
import type { Booking, Property } from './records.ts'

export type Kind = 'booking' | 'block' | 'owner' | 'hold'

export interface Plan {
  id: number
  guestId: number
  property: Property
  kind: Kind
  arrival: string
  departure: string
  status: string
  site: string | null
  person: Person
  madeAtMs: number
}

export const sites: readonly (readonly [string | null, number])[] = [
  ['Airbnb', 9],
  ['Vrbo', 6],
  ['HomeAway', 1],
  ['Booking.com', 5],
  ['My Website', 2],
  // The host's own website, which the vendor names by its domain.
  ['dunesidestays.example', 1],
  ['Hosted Website', 1],
  ['Houfy', 1],
  [null, 4],
]

export function inventBooking(plan: Plan, random: SeededRandom): Booking {
  const isGuest = plan.kind === 'booking'
  const madeAt = utc(plan.madeAtMs)
  const isCanceled = plan.status === 'canceled'
  const canceled = isCanceled ? utc(plan.madeAtMs + 3_600_000) : null
  return {
    id: plan.id,
    property_id: plan.property.id,
    guest_id: isGuest ? plan.guestId : null,
    guest: isGuest ? guestOf(plan, random) : null,
    // A hold of Airbnb is a pending block, until it becomes a booking under the same id.
    status: plan.kind === 'hold' ? 'pending' : plan.status,
    type: isGuest ? 'booking' : 'block',
    is_block: !isGuest,
    title: plan.kind === 'owner' ? 'Owner stay' : null,
    arrival: plan.arrival,
    departure: plan.departure,
    check_in: plan.property.check_in,
    check_out: plan.property.check_out,
    adults: isGuest ? random.int(1, 5) : 0,
    children: isGuest && random.chance(0.3) ? random.int(1, 3) : 0,
    infants: 0,
    pets: isGuest && random.chance(0.15) ? 1 : 0,
    listing_site: plan.kind === 'hold' ? 'Airbnb' : isGuest ? plan.site : null,
    platform_reservation_number: isGuest && plan.site !== null ? `HM${random.digits(8)}` : null,
    thread_ids: [],
    ...moneyOf(plan, random),
    notes: null,
    pending_action: plan.status === 'pending' && isGuest ? 'owner_confirmation' : null,
    pending_until_utc: plan.status === 'pending' ? utc(plan.madeAtMs + 86_400_000) : null,
    booked_utc: madeAt,
    canceled_utc: canceled,
    created_utc: madeAt,
    updated_utc: canceled ?? madeAt,
  }
}

function guestOf({ guestId, person, site }: Plan, random: SeededRandom): object {
  // Airbnb reveals no addresses.
  const email = site === 'Airbnb' ? [] : [{ address: person.email, is_default: true, type: 'home' }]
  return {
    id: guestId,
    first_name: person.firstName,
    last_name: person.lastName,
    email_addresses: email,
    phones: random.chance(0.9)
      ? [
          { number: '000', extension: null, type: 'work', is_default: false },
          { number: person.phone, extension: null, type: 'mobile', is_default: true },
        ]
      : [],
    addresses: [{ city: person.city, postal_code: person.zip, country: person.country, is_default: true }],
    notes: null,
  }
}

const chargeOf = (type: string, category: string, description: string, amount: number) => ({
  type,
  category,
  description,
  amount,
  rate: null,
  owner_amount: null,
})

type Totals = 'total_amount' | 'total_paid' | 'total_owed' | 'total_refunded' | 'total_host_fees'

function moneyOf(
  { kind, property, arrival, departure, status }: Plan,
  random: SeededRandom,
): Pick<Booking, Totals | 'currency_code' | 'charges'> {
  const currency_code = property.currency_code
  if (kind !== 'booking') {
    const nothing = { total_amount: 0, total_paid: 0, total_owed: 0, total_refunded: 0, total_host_fees: 0 }
    return { ...nothing, currency_code, charges: [] }
  }
  const cents = currency_code === 'JPY' ? 1 : 100
  const rent = random.int(70, 320) * cents * daysBetween(arrival, departure)
  const [cleaning, tax] = [random.int(30, 95) * cents, Math.round(rent / 9)]
  const localTax = Math.round(tax / 5)
  const total = (rent + cleaning + tax) / cents
  const isPaid = status !== 'canceled' && random.chance(0.6)
  return {
    total_amount: total,
    total_paid: isPaid ? total : 0,
    total_owed: isPaid || status === 'canceled' ? 0 : total,
    total_refunded: 0,
    total_host_fees: Math.round(rent * 0.03) / cents,
    currency_code,
    charges: [
      chargeOf('rent', 'rent', 'Rent', rent / cents),
      chargeOf('surcharge', 'cleaning', 'Cleaning', cleaning / cents),
      { ...chargeOf('tax', 'tax', 'Lodging tax', (tax - localTax) / cents), rate: 8.9 },
      chargeOf('tax_other', 'tax', 'County tax', localTax / cents),
    ],
  }
}
