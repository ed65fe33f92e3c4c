import { addDays, daysBetween, secondOf } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { localMoment } from './moment.ts'
import { minor, money } from './money.ts'
import type { Home, InquiryRow, ReservationRow } from './records.ts'
import { statusParts, statuses, type Status } from './statuses.ts'
import { uuid } from './store.ts'

export interface Plan {
  home: Home
  arrival: string
  departure: string
  platform: string
  status: Status
  person: Person
  madeAtMs: number
  /** An owner's own stay costs nothing and has no guest. */
  isOwner?: boolean
}

export const nobody = {
  id: null,
  profile_picture: null,
  location: null,
  first_name: null,
  last_name: null,
  email: null,
  phone_numbers: null,
  language: null,
}

export function inventReservation(plan: Plan, random: SeededRandom): ReservationRow {
  const { home, arrival, departure, platform, status, madeAtMs, isOwner = false } = plan
  const id = uuid('reservation', home.row.id, arrival, madeAtMs, random.digits(6))
  const madeAt = secondOf(madeAtMs)
  const steps: { status: Status; at: string }[] = [{ status: statuses.accepted, at: madeAt }]
  if (status !== statuses.accepted) steps.push({ status, at: secondOf(madeAtMs + 1_800_000) })
  return {
    id,
    property_id: home.row.id,
    conversation_id: uuid('conversation', id),
    platform: isOwner ? 'manual' : platform,
    platform_id: platform === 'airbnb' ? `HM${random.digits(8)}` : random.digits(10),
    code:
      platform === 'airbnb'
        ? `HM${random.digits(8)}`
        : `${platform.slice(0, 2).toUpperCase()}-${random.digits(6)}`,
    booking_date: madeAt,
    ...stayDates(home, arrival, departure),
    last_message_at: null,
    ...statusParts(steps),
    guests: isOwner ? partyOf(0) : party(random),
    guest: isOwner ? nobody : guestOf(plan.person, platform, random),
    financials: isOwner ? null : inventFinancials(plan, random),
    stay_type: isOwner ? 'owner_stay' : 'guest_stay',
    notes: random.chance(0.1) ? 'Late arrival' : null,
    issue_alert: null,
  }
}

/** Returns the dates in the property's time zone. */
export function stayDates(home: Home, arrival: string, departure: string) {
  const { row, timeZone } = home
  return {
    arrival_date: localMoment(arrival, '00:00', timeZone),
    departure_date: localMoment(departure, '00:00', timeZone),
    nights: daysBetween(arrival, departure),
    check_in: localMoment(arrival, row['check-in'] ?? '15:00', timeZone),
    check_out: localMoment(departure, row['check-out'] ?? '11:00', timeZone),
  }
}

export function inventInquiry(plan: Plan, random: SeededRandom): InquiryRow {
  const { home, arrival, departure, platform, person, madeAtMs } = plan
  const { arrival_date, departure_date } = stayDates(home, arrival, departure)
  return {
    id: uuid('inquiry', home.row.id, arrival, madeAtMs, random.digits(6)),
    property_id: home.row.id,
    platform,
    platform_id: random.digits(9),
    inquiry_date: secondOf(madeAtMs),
    arrival_date,
    departure_date,
    last_message_at: null,
    guests: party(random),
    guest: { first_name: person.firstName, last_name: person.lastName },
  }
}

function party(random: SeededRandom) {
  const [adults, children] = [random.int(1, 4), random.chance(0.3) ? random.int(1, 2) : 0]
  const [infants, pets] = [random.chance(0.1) ? 1 : 0, random.chance(0.1) ? 1 : 0]
  return partyOf(adults, children, infants, pets)
}

export const partyOf = (adults: number, children = 0, infants = 0, pets = 0) => ({
  total: adults + children,
  adult_count: adults,
  child_count: children,
  infant_count: infants,
  pet_count: pets,
})

function guestOf(person: Person, platform: string, random: SeededRandom) {
  return {
    id: random.digits(7),
    profile_picture: random.chance(0.4) ? `https://assets.example.com/people/${random.digits(5)}.jpg` : null,
    location: `${person.city}, ${person.country}`,
    first_name: person.firstName,
    last_name: person.lastName,
    // Airbnb reveals no addresses.
    email: platform === 'airbnb' ? null : person.email,
    phone_numbers: random.chance(0.9) ? [person.phone] : [],
    language: person.locale.slice(0, 2),
  }
}

function inventFinancials({ home, arrival, departure, platform }: Plan, random: SeededRandom): object {
  const currency = home.row.currency ?? 'EUR'
  const nights = Array.from({ length: daysBetween(arrival, departure) }, (_, night) =>
    addDays(arrival, night),
  )
  const stay = nights.length * home.nightly
  const cleaning = minor(random.int(25, 90), currency)
  const discount = random.chance(0.2) ? Math.round(stay / 10) : 0
  const tax = Math.round(stay * 0.06)
  const service = platform === 'airbnb' ? Math.round(stay * 0.14) : 0
  const commission = platform === 'direct' || platform === 'manual' ? 0 : Math.round(stay * 0.15)
  return financialsIn(currency, {
    accommodation: stay,
    nights: nights.map((night) => ({ night, amount: home.nightly })),
    cleaning,
    service,
    discount,
    tax,
    commission,
  })
}

/** Amounts are in minor units; a zero amount has no line. */
interface Amounts {
  accommodation: number
  nights?: { night: string; amount: number }[]
  cleaning: number
  service?: number
  discount?: number
  tax: number
  commission?: number
}

/** Itemizes what the guest pays and the host gets, as the vendor does. */
export function financialsIn(
  currency: string,
  { accommodation, nights = [], cleaning, service = 0, discount = 0, tax, commission = 0 }: Amounts,
): object {
  const line = (amount: number, label: string, category?: string) => money(amount, currency, label, category)
  const maybe = (amount: number, label: string, category?: string) =>
    amount === 0 ? [] : [line(amount, label, category)]
  const fee = maybe(cleaning, 'Cleaning Fee', 'Guest fees')
  const discounts = maybe(-discount, 'Weekly Discount', 'Discounts')
  const paid = accommodation + cleaning + service - discount + tax
  return {
    currency,
    guest: {
      accommodation: line(accommodation, 'Accommodation'),
      fees: [...fee, ...maybe(service, 'Guest Service Fee', 'Service fees')],
      discounts,
      taxes: [line(tax, 'Lodging taxes', 'Taxes')],
      adjustments: [],
      total_price: line(paid, 'Guest Total Price', 'Guest total price'),
    },
    host: {
      accommodation: line(accommodation, 'Accommodation'),
      accommodation_breakdown: nights.map(({ night, amount }) => line(amount, night, 'Accommodation')),
      guest_fees: fee,
      host_fees: maybe(-commission, 'Host Service Fee', 'Service fees'),
      discounts,
      adjustments: [],
      taxes: [],
      revenue: line(accommodation + cleaning - discount - commission, 'Gross Revenue', 'Revenue'),
    },
  }
}
