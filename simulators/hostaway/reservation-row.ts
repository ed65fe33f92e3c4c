import { addDays, daysBetween, dayStartMs, stampOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { roundMoney } from '../kit/places.ts'
import type { InventedStay } from '../kit/world/projection.ts'
import { accountId, firstReservationId, reservationFields } from './records.ts'
import type { HostawayKinds, Listing, ListingUnit, Reservation } from './records.ts'
import { channelById, inquiryStatuses } from './vocabulary.ts'

type Stay = InventedStay<HostawayKinds>

const airbnb = 2018
const homeaway = 2002

export function reservationRow(stay: Stay, today: string): Reservation {
  const { home, random } = stay
  const id = firstReservationId + stay.number
  const status = stay.overrides.status ?? stay.status
  const channel = channelById(stay.overrides.channelId ?? channelOf(status, stay.channel))
  const reference = `${accountId}-${home.id}-${channel.id}-${random.digits(10)}`
  const dates = datesOf(stay, status, today)
  return {
    ...blankRow(reservationFields, id),
    ...usualFields(id, home),
    ...{ channelId: channel.id, source: channel.name, channelName: channel.name },
    reservationId: reference,
    channelReservationId: channel.id === 2005 ? random.digits(10) : reference,
    ...{ isInitial: 0, isManuallyChecked: 0, isInstantBooked: random.int(0, 1) },
    ...dates,
    status,
    isStarred: random.chance(0.03) ? 1 : 0,
    checkInTime: random.chance(0.8) ? home.checkInTimeStart : null,
    checkOutTime: random.chance(0.8) ? home.checkOutTime : null,
    ...timesOf(stay, status),
    // An owner's stay has no guest and costs nothing.
    ...(status === 'ownerStay' ? { guestName: 'Owner stay' } : guestOf(stay, channel.id)),
    ...(status === 'ownerStay' ? { totalPrice: 0 } : moneyOf({ ...stay, status }, channel.id)),
    ...(dates.isDatesUnspecified === 1 ? { totalPrice: 0 } : {}),
  }
}

/** Fields that every booking has, even one made through the API. */
export function usualFields(
  id: number,
  { id: listingMapId, name, currencyCode }: Listing,
): Partial<Reservation> {
  return {
    ...{ listingMapId, listingName: name, hostawayReservationId: id },
    ...{ isProcessed: 1, hasPullError: 0, isDatesUnspecified: 0, isInstantBooked: 0, isPaid: 0 },
    ...{ isStarred: 0, isArchived: 0, isPinned: 0 },
    ...{ currency: currencyCode, reservationAgreement: 'not_required' },
    ...{ reservationUnit: [], reservationFees: [], customFieldValues: [], financeField: [] },
  }
}

function channelOf(status: string, drawn: number): number {
  // Only this channel makes booking requests of this kind.
  if (status === 'unconfirmed') return homeaway
  if (status === 'ownerStay') return 2000
  // Calendar feeds cannot ask questions.
  return inquiryStatuses.includes(status) && channelById(drawn).isFeed ? airbnb : drawn
}

/** Some inquiries have no dates, and some owner's stays no night. */
function datesOf({ overrides, random, ...stay }: Stay, status: string, today: string) {
  const isSeeded = overrides.status === undefined
  const isUndated = isSeeded && inquiryStatuses.includes(status) && random.chance(0.5)
  // If the channel names no dates, the vendor puts yesterday in both.
  const yesterday = addDays(today, -1)
  if (isUndated || overrides.isDatesUnspecified === 1)
    return { isDatesUnspecified: 1, arrivalDate: yesterday, departureDate: yesterday, nights: 0 }
  const { arrival } = stay
  const departure = isSeeded && status === 'ownerStay' && random.chance(0.2) ? arrival : stay.departure
  return { arrivalDate: arrival, departureDate: departure, nights: daysBetween(arrival, departure) }
}

function guestOf({ person, party, guestNumber, random }: Stay, channelId: number): Partial<Reservation> {
  const { isFeed } = channelById(channelId)
  const hidesEmail = isFeed || (channelId === airbnb && random.chance(0.6)) || random.chance(0.08)
  return {
    ...{ guestFirstName: person.firstName, guestLastName: person.lastName },
    guestName: `${person.firstName} ${person.lastName}`,
    guestExternalAccountId: channelId === airbnb ? String(30_000_000 + guestNumber) : null,
    guestZipCode: random.chance(0.5) ? person.zip : null,
    ...{ guestCity: person.city, guestCountry: person.country, guestLocale: person.locale },
    guestEmail: hidesEmail ? null : person.email,
    phone: isFeed ? null : person.phone,
    hostProxyEmail: isFeed ? null : `host-${random.digits(8)}@proxy.example.com`,
    ...{ numberOfGuests: party.adults + party.children, adults: party.adults },
    ...{ children: party.children || null, infants: party.infants || null, pets: party.pets || null },
    guestNote: random.chance(0.1) ? 'Arriving late, around 23:00.' : null,
    guestPortalUrl: `https://portal.example.com/${random.digits(12)}`,
  }
}

/** Builds a part of a price. */
export const financeLine = (type: string, name: string, title: string, value: number) => ({
  ...{ type, name, title, value, total: value },
  ...{ isIncludedInTotalPrice: 1, isOverriddenByUser: 0, isDeleted: 0 },
})

/** Calendar feeds tell no price. */
function moneyOf({ home, status, price, random }: Stay, channelId: number): Partial<Reservation> {
  const channel = channelById(channelId)
  if (channel.isFeed) return {}
  const { cleaning, tax, total, isPaid } = price
  const round = (amount: number) => roundMoney(amount, price.currency)
  const base = round(price.rent - price.discount)
  const commission = round(total * channel.commission)
  const parts = [
    financeLine('accommodation', 'baseRate', 'Base rate', base),
    financeLine('fee', 'cleaningFee', 'Cleaning fee', cleaning),
    financeLine('tax', 'vat', 'VAT', tax),
  ]
  return {
    ...{ totalPrice: total, taxAmount: tax, cleaningFee: cleaning },
    securityDepositFee: home.refundableDamageDeposit,
    channelCommissionAmount: channel.commission === 0 ? null : commission,
    isPaid: status === 'new' && isPaid ? 1 : 0,
    remainingBalance: isPaid ? 0 : total,
    financeField: parts.filter(({ value }) => value !== 0),
    ...(channelId === airbnb
      ? {
          confirmationCode: `HM${random.digits(8)}`,
          airbnbExpectedPayoutAmount: round(total - commission),
          ...{ airbnbListingBasePrice: base, airbnbListingCleaningFee: cleaning },
          ...{ airbnbListingHostFee: commission, airbnbTotalPaidAmount: total },
        }
      : {}),
  }
}

function timesOf(stay: Stay, status: string): Partial<Reservation> {
  const { madeAtMs, arrival, departure, random } = stay
  const madeAt = stampOf(madeAtMs)
  const changed = status === 'new' ? madeAt : stampOf(stay.changedAtMs)
  const times = { reservationDate: madeAt, insertedOn: madeAt, updatedOn: changed, latestActivityOn: changed }
  if (status === 'cancelled') {
    const cancelledBy = random.pick(['guest', 'guest', 'host'])
    return { ...times, cancellationDate: changed.slice(0, 10), cancelledBy }
  }
  if (status === 'pending') {
    const pendingExpireDate = stampOf(Math.min(madeAtMs + 86_400_000, dayStartMs(arrival)))
    return { ...times, pendingExpireDate }
  }
  if (status === 'modified' && random.chance(0.5))
    return { ...times, previousArrivalDate: addDays(arrival, -1), previousDepartureDate: departure }
  return times
}

/** Names the unit of a booking. */
export function unitPart({ id, guestName, guestFirstName, guestLastName }: Reservation, unit: ListingUnit) {
  return {
    ...{ id: id * 10, reservationId: id, listingUnitId: unit.id },
    ...{ guestName, guestFirstName, guestLastName },
  }
}
