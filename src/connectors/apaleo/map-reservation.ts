import type { FinancialsRecord, GuestRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { channelBrand } from '../../connector-kit/channel-brands.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { meaningOf, presentText, presentTexts, wholeNumber } from '../../connector-kit/readings.ts'
import {
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  stayDates,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { noteUnread } from '../../connector-kit/tolerance/unread-fields.ts'
import { isSleptIn } from './account.ts'
import { reservation, type VendorPerson, type VendorReservation } from './vendor.ts'

const statuses: Record<string, Pick<ReservationRecord, 'status' | 'statusDetail'>> = {
  Confirmed: { status: 'confirmed' },
  InHouse: { status: 'confirmed' },
  CheckedOut: { status: 'confirmed' },
  Canceled: { status: 'cancelled' },
  // The nights of a guest who did not come are sold again.
  NoShow: { status: 'cancelled' },
}

/** Channels of a channel manager, and of an agency, are named in `source`. */
const channels: Record<string, StaySource> = {
  Direct: 'direct',
  BookingCom: 'booking.com',
  Ibe: 'website',
}

/** Returns undefined for what is no stay: a meeting room, a parking space. */
export function toStay(row: VendorReservation): StayRecord | undefined {
  if (!isSleptIn(row.unitGroup.type)) return undefined
  const identity = { externalId: String(row.id), listingExternalId: String(row.unitGroup.id) }
  const meaning = heldStatus(statuses, row.status)
  const dates = stayDates(row.arrival, row.departure)
  const sourceStatus = row.status ?? 'unknown'
  // A room let for some hours of a day has no night.
  if (dates.checkIn === dates.checkOut && meaning.status !== 'cancelled')
    return { kind: 'block', ...identity, sourceStatus }
  const source = sourceOf(row)
  const guest = toGuest(row.primaryGuest) ?? toGuest(row.booker)
  const money = financialsOf(row)
  return {
    kind: 'reservation',
    ...identity,
    confirmationCode: codeOf(row, source) ?? String(row.id),
    source,
    ...meaning,
    sourceStatus,
    ...dates,
    ...reservation.read(row),
    ...(meaning.status === 'cancelled' ? { cancelledAt: cancelledAtOf(row) } : {}),
    occupancy: occupancyOf(row),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
  }
}

function sourceOf({ channelCode, source }: VendorReservation): StaySource {
  const known = meaningOf(channels, channelCode)
  if (known !== undefined) return known
  return channelBrand(presentText(source) ?? '') ?? 'other'
}

/** Guests of channels know the channel's code; one of our own bookings has our marker as the external code. */
function codeOf(row: VendorReservation, source: StaySource): string | null {
  if (source === 'direct' || source === 'website') return null
  const { onlineTravelAgencyId, channelManagerId } = row.externalReferences ?? {}
  return presentTexts([onlineTravelAgencyId, row.externalCode, channelManagerId])[0] ?? null
}

const cancelledAtOf = ({ cancellationTime, noShowTime }: VendorReservation): string | null =>
  utcInstant(presentText(cancellationTime) ?? noShowTime)

/** A guest below this age is an infant, as channels count. */
const infantsBelow = 2

/** Children are given by their ages. The vendor does not count pets. */
function occupancyOf({ adults, childrenAges }: VendorReservation) {
  const ages = childrenAges ?? []
  const infants = ages.filter((age) => typeof age === 'number' && age < infantsBelow).length
  return {
    adults: wholeNumber(adults),
    children: ages.length - infants,
    infants,
    pets: null,
    total: null,
  }
}

/** Returns null while nobody is named. */
function toGuest(person: VendorPerson | undefined): GuestRecord | null {
  if (!person) return null
  return namedGuest({
    firstName: presentText(person.firstName),
    lastName: presentText(person.lastName),
    email: presentText(person.email),
    phone: presentText(person.phone),
    language: presentText(person.preferredLanguage),
    country: presentText(person.address?.countryCode) ?? presentText(person.nationalityCountryCode),
  })
}

/** Parts in another currency than the total are left out. */
function financialsOf(row: VendorReservation): FinancialsRecord | null {
  const { totalPrice, currency } = reservation.read(row)
  const own = (part: { amount?: number | string | null; currency?: string | null } | null | undefined) => {
    const isForeign = presentText(part?.currency) !== null && part?.currency !== currency
    if (isForeign) noteUnread('currency', part?.currency)
    return isForeign ? null : nonZeroDecimal(part?.amount)
  }
  const taxes = (row.taxDetails ?? []).flatMap(({ tax, vatPercent }) => {
    const percent = decimalString(vatPercent)
    return lineOf(own(tax), percent === null ? 'VAT' : `VAT ${percent}%`, 'tax')
  })
  return financials({
    host: { hostFees: lineOf(own(row.commission?.commissionAmount), 'Commission') },
    guest: { totalPrice, taxes },
  })
}
