import { addDays, daysBetween, dayStartMs, stampOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Listing, ListingUnit } from './listing-record.ts'
import { reservationFields, type Reservation } from './reservation-record.ts'
import { accountId } from './store.ts'
import { channelById } from './vocabulary.ts'

export interface BookingPlan {
  id: number
  listing: Listing
  unit: ListingUnit | undefined
  arrival: string
  departure: string
  status: string
  channelId: number
  person: Person
  /** When it was made, in milliseconds. */
  madeAtMs: number
  /** No record may be newer than this. */
  nowMs: number
}

/** Invents a whole booking as the vendor holds it. */
export function inventReservation(plan: BookingPlan, random: SeededRandom): Reservation {
  const { id, listing, arrival, departure, status, channelId } = plan
  const channel = channelById(channelId)
  const reference = `${accountId}-${listing.id}-${channelId}-${random.digits(10)}`
  return {
    ...blankRow(reservationFields, id),
    listingMapId: listing.id,
    listingName: listing.name,
    channelId,
    source: channel.source,
    channelName: channel.name,
    reservationId: reference,
    hostawayReservationId: id,
    channelReservationId: channel.id === 2005 ? random.digits(10) : reference,
    isProcessed: 1,
    isInitial: 0,
    isManuallyChecked: 0,
    isInstantBooked: random.int(0, 1),
    hasPullError: 0,
    isDatesUnspecified: 0,
    arrivalDate: arrival,
    departureDate: departure,
    nights: daysBetween(arrival, departure),
    currency: listing.currencyCode,
    status,
    isStarred: random.chance(0.03) ? 1 : 0,
    isArchived: 0,
    isPinned: 0,
    reservationAgreement: 'not_required',
    reservationUnit: [],
    reservationFees: [],
    customFieldValues: [],
    financeField: [],
    ...guestOf(plan, random),
    ...moneyOf(plan, random),
    ...timesOf(plan, random),
    ...unitOf(plan),
  }
}

/** An owner's stay, which has no guest and costs nothing. */
export function inventOwnerStay(plan: BookingPlan, random: SeededRandom): Reservation {
  const stay = inventReservation({ ...plan, status: 'ownerStay', channelId: 2000 }, random)
  for (const name of Object.keys(stay) as (keyof Reservation)[]) {
    if (name.startsWith('guest') || name.startsWith('airbnb')) Object.assign(stay, { [name]: null })
  }
  const owner = { guestName: 'Owner stay', guestFirstName: null, guestLastName: null, phone: null }
  return { ...stay, ...owner, totalPrice: 0, cleaningFee: null, taxAmount: null, financeField: [] }
}

/** If an inquiry's channel names no dates, the vendor puts yesterday in both. */
export function withoutDates(inquiry: Reservation, today: string): Reservation {
  const yesterday = addDays(today, -1)
  return {
    ...inquiry,
    isDatesUnspecified: 1,
    arrivalDate: yesterday,
    departureDate: yesterday,
    nights: 0,
    totalPrice: 0,
  }
}

function guestOf({ person, channelId }: BookingPlan, random: SeededRandom): Partial<Reservation> {
  const channel = channelById(channelId)
  const adults = random.int(1, 4)
  const children = random.chance(0.25) ? random.int(1, 2) : null
  const hidesEmail = channel.isFeed || (channelId === 2018 && random.chance(0.6)) || random.chance(0.08)
  return {
    guestName: `${person.firstName} ${person.lastName}`,
    guestFirstName: person.firstName,
    guestLastName: person.lastName,
    guestExternalAccountId: channelId === 2018 ? random.digits(8) : null,
    guestZipCode: random.chance(0.5) ? person.zip : null,
    guestCity: person.city,
    guestCountry: person.country,
    guestEmail: hidesEmail ? null : person.email,
    guestLocale: person.locale,
    phone: channel.isFeed ? null : person.phone,
    hostProxyEmail: channel.isFeed ? null : `host-${random.digits(8)}@proxy.example.com`,
    numberOfGuests: adults + (children ?? 0),
    adults,
    children,
    infants: random.chance(0.1) ? 1 : null,
    pets: random.chance(0.08) ? 1 : null,
    guestNote: random.chance(0.1) ? 'Arriving late, around 23:00.' : null,
    guestPortalUrl: `https://portal.example.com/${random.digits(12)}`,
  }
}

function moneyOf({ listing, arrival, departure, channelId, status }: BookingPlan, random: SeededRandom) {
  const channel = channelById(channelId)
  if (channel.isFeed) return {}
  const round = (amount: number) => roundMoney(amount, listing.currencyCode ?? 'EUR')
  const base = round((listing.price ?? 0) * daysBetween(arrival, departure))
  const cleaning = listing.cleaningFee ?? 0
  const tax = round(base * 0.06)
  const total = round(base + cleaning + tax)
  const commission = round(total * channel.commission)
  const paid = random.chance(0.6)
  const isAirbnb = channelId === 2018
  return {
    totalPrice: total,
    taxAmount: tax,
    cleaningFee: listing.cleaningFee,
    securityDepositFee: listing.refundableDamageDeposit,
    channelCommissionAmount: channel.commission === 0 ? null : commission,
    isPaid: status === 'new' && paid ? 1 : 0,
    remainingBalance: paid ? 0 : total,
    confirmationCode: isAirbnb ? `HM${random.digits(8)}` : null,
    airbnbExpectedPayoutAmount: isAirbnb ? round(total - commission) : null,
    airbnbListingBasePrice: isAirbnb ? base : null,
    airbnbListingCleaningFee: isAirbnb ? cleaning : null,
    airbnbListingHostFee: isAirbnb ? commission : null,
    airbnbTotalPaidAmount: isAirbnb ? total : null,
    financeField: [
      financeLine('accommodation', 'baseRate', 'Base rate', base),
      financeLine('fee', 'cleaningFee', 'Cleaning fee', cleaning),
      financeLine('tax', 'vat', 'VAT', tax),
    ].filter((entry) => entry.value !== 0),
  }
}

/** Builds a part of a price. */
export const financeLine = (type: string, name: string, title: string, value: number) => ({
  type,
  name,
  title,
  value,
  total: value,
  isIncludedInTotalPrice: 1,
  isOverriddenByUser: 0,
  isDeleted: 0,
})

function timesOf(plan: BookingPlan, random: SeededRandom): Partial<Reservation> {
  const { listing, status, madeAtMs, nowMs, arrival, departure } = plan
  const isChanged = status !== 'new'
  const changedAtMs = isChanged ? Math.min(nowMs, madeAtMs + random.int(1, 72 * 3600) * 1000) : madeAtMs
  const madeAt = stampOf(madeAtMs)
  const changed = stampOf(changedAtMs)
  return {
    reservationDate: madeAt,
    insertedOn: madeAt,
    updatedOn: changed,
    latestActivityOn: changed,
    checkInTime: random.chance(0.8) ? listing.checkInTimeStart : null,
    checkOutTime: random.chance(0.8) ? listing.checkOutTime : null,
    ...(status === 'cancelled'
      ? { cancellationDate: changed.slice(0, 10), cancelledBy: random.pick(['guest', 'guest', 'host']) }
      : {}),
    ...(status === 'pending'
      ? { pendingExpireDate: stampOf(Math.min(madeAtMs + 86_400_000, dayStartMs(arrival))) }
      : {}),
    ...(status === 'modified' && random.chance(0.5)
      ? { previousArrivalDate: addDays(arrival, -1), previousDepartureDate: departure }
      : {}),
  }
}

function unitOf({ id, unit, person }: BookingPlan): Partial<Reservation> {
  if (unit === undefined) return {}
  const part = {
    id: id * 10,
    reservationId: id,
    listingUnitId: unit.id,
    guestName: `${person.firstName} ${person.lastName}`,
    guestFirstName: person.firstName,
    guestLastName: person.lastName,
  }
  return { reservationUnit: [part] }
}
