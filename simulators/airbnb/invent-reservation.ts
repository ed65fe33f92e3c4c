import { daysBetween, secondOf } from '../kit/clock.ts'
import { inventPerson } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { exact } from './answers.ts'
import { amountsOf } from './money.ts'
import type { Listing, Party, Reservation } from './records.ts'
import type { Store } from './store.ts'
import { cancelled, waiting } from './vocabulary.ts'

const usualHour = 15
const codeLetters = 'ABCDEFGHJKMNPQRSTWXYZ23456789'

export interface Plan {
  listing: Listing
  arrival: string
  departure: string
  status: string
  party: Party
  madeAtMs: number
  /** The guest of an earlier conversation. */
  guestId?: string
  /** An agreed price and the offer that it comes from. */
  offer?: { id: string; total: number }
}

export const guestsIn = ({ number_of_adults, number_of_children }: Party): number =>
  number_of_adults + number_of_children

export function inventParty(random: SeededRandom): Party {
  const number_of_adults = random.int(1, 2)
  return { number_of_adults, number_of_children: random.int(0, 1), number_of_infants: random.int(0, 1) }
}

/** Invents a guest who writes before booking. */
export function inventGuest(store: Store, random: SeededRandom) {
  const { firstName, locale } = inventPerson(random, random.int(0, 999_999))
  return { id: nextGuestId(store), first_name: firstName, preferred_locale: locale }
}

const nextGuestId = (store: Store) => store.nextId('guest', 330_100_201)

export function inventReservation(store: Store, plan: Plan, random: SeededRandom): Reservation {
  const { listing, arrival, departure, party, status, offer } = plan
  const person = inventPerson(random, random.int(0, 999_999))
  const guests = guestsIn(party)
  const amounts = amountsOf(store, listing, { arrival, departure, guests }, offer?.total)
  const madeAt = secondOf(plan.madeAtMs)
  const zone = store.zones.get(listing.id) ?? 'UTC'
  const { booking, pricing } = store.settingsOf(listing.id)
  const isCancelled = cancelled.includes(status)
  return {
    confirmation_code: `HM${random.word(8, codeLetters)}`,
    listing_id_str: listing.id,
    host_id: listing.host_id,
    thread_id_str: null,
    special_offer_id: offer?.id ?? null,
    rate_plan_id: null,
    status_type: status,
    start_date: arrival,
    end_date: departure,
    nights: daysBetween(arrival, departure),
    check_in_datetime: zoned(arrival, Number(booking.check_in_time_start), zone),
    check_out_datetime: zoned(departure, booking.check_out_time, zone),
    number_of_guests: guests,
    guest_details: party,
    guest_id: plan.guestId ?? nextGuestId(store),
    guest_first_name: person.firstName,
    guest_last_name: person.lastName,
    guest_email: `${random.word(14, 'abcdefghijklmnopqrstuvwxyz0123456789')}@guest.example.com`,
    guest_phone_numbers: waiting.includes(status) ? [] : [person.phone],
    guest_preferred_locale: person.locale,
    host_currency: pricing.listing_currency,
    ...amounts,
    total_paid_amount_accurate: exact(0),
    listing_cancellation_payout_accurate: isCancelled ? exact(0) : null,
    booked_at: status === 'accept' || isCancelled ? madeAt : null,
    created_at: madeAt,
    updated_at: madeAt,
  }
}

/** `2026-05-11T15:00:00+01:00[Europe/London]`; if the listing sets no hour, the usual one counts. */
export function zoned(day: string, hour: number, zone: string): string {
  const at = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime: { hour: Number.isNaN(hour) ? usualHour : hour },
  })
  return at.toString({ smallestUnit: 'second' })
}
