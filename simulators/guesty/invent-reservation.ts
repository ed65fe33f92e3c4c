import { daysBetween } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Listing } from './listing-record.ts'
import { wallClockMs } from '../kit/zone-offset.ts'
import { instant } from './object-ids.ts'
import { reservationFields } from './reservation-record.ts'
import type { Guest, NumberOfGuests, Reservation } from './reservation-record.ts'
import { moneyOf } from './stay-money.ts'
import { accountId, integrationId } from './store.ts'
import { cancellers, heldStatuses, ownerChannel } from './vocabulary.ts'
import type { Channel } from './vocabulary.ts'

export interface BookingPlan {
  id: string
  listing: Listing
  /** The sub-unit it was given; undefined where there is none or nobody has chosen one yet. */
  unit: Listing | undefined
  arrival: string
  departure: string
  status: string
  channel: Channel
  guest: Guest
  /** A question that never was a booking, whatever has become of it. */
  isQuestion: boolean
  /** When it was made, in milliseconds. */
  madeAtMs: number
  /** No record may be newer than this. */
  nowMs: number
}

/** A whole booking as the vendor would hold it. */
export function inventReservation(plan: BookingPlan, random: SeededRandom): Reservation {
  const { id, listing, unit, arrival, departure, status, channel, guest, isQuestion } = plan
  const numberOfGuests = inventParty(listing, random)
  return {
    ...bookingOf({ id, listing, unit, guest, arrival, departure, platform: channel.platform }),
    status,
    source: channel.source,
    confirmationCode: isQuestion ? null : codeFor(channel, random),
    plannedArrival: random.chance(0.2) ? '17:30' : null,
    plannedDeparture: null,
    guestsCount: numberOfGuests.numberOfAdults + numberOfGuests.numberOfChildren,
    numberOfGuests,
    money: inventMoney(plan, numberOfGuests, random),
    ...timesOfBooking(plan, random),
  }
}

type BookedStay = Pick<BookingPlan, 'id' | 'listing' | 'unit' | 'guest' | 'arrival' | 'departure'>

/** Who has booked what, for when, and by which platform. */
export function bookingOf({
  id,
  listing,
  unit,
  guest,
  arrival,
  departure,
  platform,
}: BookedStay & { platform: string }): Reservation {
  const place = unit?._id ?? listing._id
  return {
    ...blankRow(reservationFields, id),
    accountId,
    listingId: place,
    guestId: guest._id,
    guest,
    integration: { _id: integrationId, platform },
    ...timesOfStay(listing, arrival, departure),
    mtl: listing.type === 'MTL' ? { assigned: unit !== undefined, _id: place } : null,
    isReturningGuest: guest.returningGuest,
    manuallyCreated: platform === 'manual',
    customFields: [],
    pendingTasks: [],
  } as object as Reservation
}

function inventMoney(
  { listing, arrival, departure, channel, isQuestion, status }: BookingPlan,
  party: NumberOfGuests,
  random: SeededRandom,
): Record<string, unknown> {
  const { currency, basePrice, cleaningFee } = listing.prices
  const round = (amount: number) => roundMoney(amount, currency)
  const nights = daysBetween(arrival, departure)
  const fare = round(basePrice * nights)
  const money = moneyOf(listing, {
    fare,
    discount: nights >= 7 ? round(fare * 0.1) : 0,
    cleaning: cleaningFee ?? 0,
    pets: party.numberOfPets === undefined ? 0 : round(basePrice * 0.25),
    commission: channel.commission,
  })
  const isPaid = !isQuestion && status === 'confirmed' && random.chance(0.6)
  return isPaid ? { ...money, totalPaid: money.hostPayout, balanceDue: 0, isFullyPaid: true } : money
}

/** An owner's own nights: nobody stays as a guest and nothing is paid. */
export function inventOwnerStay(plan: BookingPlan, random: SeededRandom): Reservation {
  const stay = inventReservation(
    { ...plan, status: 'confirmed', channel: ownerChannel, isQuestion: false },
    random,
  )
  return { ...stay, guest: null, guestId: null, guestsCount: null, numberOfGuests: null, money: null }
}

/** Dates of the listing, and the moments at which its door opens and closes on them. */
export function timesOfStay(
  listing: Listing,
  arrival: string,
  departure: string,
): Pick<
  Reservation,
  'checkIn' | 'checkOut' | 'checkInDateLocalized' | 'checkOutDateLocalized' | 'nightsCount'
> {
  const timeZone = listing.timezone ?? 'UTC'
  return {
    checkInDateLocalized: arrival,
    checkOutDateLocalized: departure,
    checkIn: instant(wallClockMs(arrival, listing.defaultCheckInTime ?? '15:00', timeZone)),
    checkOut: instant(wallClockMs(departure, listing.defaultCheckOutTime ?? '10:00', timeZone)),
    nightsCount: daysBetween(arrival, departure),
  }
}

function timesOfBooking(plan: BookingPlan, random: SeededRandom): Partial<Reservation> {
  const { status, isQuestion, madeAtMs, nowMs } = plan
  const later = (hours: number) => Math.min(nowMs, madeAtMs + random.int(1000, hours * 3_600_000))
  const isHeld = heldStatuses.includes(status)
  const confirmed = isQuestion || isHeld || status === 'declined' || status === 'expired' ? null : later(2)
  const changed = status === 'confirmed' ? (confirmed ?? madeAtMs) : later(72)
  const isCanceled = status === 'canceled'
  return {
    createdAt: instant(madeAtMs),
    importedAt: plan.channel.platform === 'manual' ? null : instant(madeAtMs),
    reservedAt: isQuestion ? null : instant(madeAtMs),
    confirmedAt: confirmed === null ? null : instant(confirmed),
    canceledAt: isCanceled ? instant(Math.max(changed, confirmed ?? 0)) : null,
    canceledBy: isCanceled ? random.pick(cancellers) : null,
    lastUpdatedAt: instant(Math.max(changed, confirmed ?? 0)),
  }
}

function inventParty(listing: Listing, random: SeededRandom): NumberOfGuests {
  const most = Math.max(1, listing.accommodates ?? 2)
  const adults = random.int(1, Math.min(4, most))
  return {
    numberOfAdults: adults,
    numberOfChildren: random.chance(0.25) ? random.int(1, 2) : 0,
    numberOfInfants: random.chance(0.1) ? 1 : 0,
    ...(random.chance(0.1) ? { numberOfPets: 1 } : {}),
  }
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function codeFor(channel: Channel, random: SeededRandom): string {
  const word = (length: number) => random.word(length, letters)
  if (channel.name === 'airbnb') return `HM${word(8)}`
  if (channel.name === 'booking') return random.digits(10)
  return channel.name === 'vrbo' ? `HA-${word(6)}` : `GY-${word(8)}`
}
