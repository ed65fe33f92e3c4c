import type { FinancialsRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { channelBrand } from '../../connector-kit/channel-brands.ts'
import { addDecimals, decimalString, isSameAmount, isZero, negated } from '../../connector-kit/money.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import {
  countedParty,
  financials,
  heldStatus,
  lineOf,
  partyOf,
  stayDates,
  type MoneyLineRecord,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { toGuest } from './guests.ts'
import { booking, bookingAmounts, bookingMoments, localText, type VendorBooking } from './vendor.ts'

const statuses: Record<string, Pick<ReservationRecord, 'status'>> = {
  Booked: { status: 'confirmed' },
  Tentative: { status: 'pending' },
  Canceled: { status: 'cancelled' },
}

/** An unavailable period closes nights; cancelled it has closed them. */
export function toStay(row: VendorBooking): StayRecord {
  const externalId = String(row.id)
  const listingExternalId = String(row.links.rental)
  const sourceStatus = row.status ?? 'unknown'
  if (row.unavailable === true || row.status === 'Unavailable') {
    return { kind: 'block', externalId, listingExternalId, sourceStatus }
  }
  const { status } = statusOf(row)
  const { respondBy, cancelledAt } = bookingMoments.read(row)
  const guest = toGuest(row.client)
  const money = financialsOf(row)
  const occupancy = countedParty(partyOf({ adults: row.adults, children: row.children }))
  return {
    kind: 'reservation',
    externalId,
    listingExternalId,
    confirmationCode: presentText(row.external_reference) ?? presentText(row.reference) ?? externalId,
    source: sourceOf(row),
    status,
    sourceStatus,
    ...stayDates(row.start_at, row.end_at),
    ...booking.read(row),
    ...(status === 'pending' ? { respondBy } : status === 'cancelled' ? { cancelledAt } : {}),
    ...paymentOf(row),
    ...(occupancy === null ? {} : { occupancy }),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
  }
}

/** A booking that somebody locked shows that word; whether it is booked stands beside it. */
function statusOf({ status, booked }: VendorBooking): Pick<ReservationRecord, 'status'> {
  if (status === 'Locked') return { status: booked === true ? 'confirmed' : 'pending' }
  return heldStatus(statuses, status)
}

const ownWebsite = /website|site web|web site|page web/i
const byHand = /^(?:direct|phone|e-?mail|walk.?in|manual)/i

/** Every account names its sources itself. A booking entered by hand has none. */
function sourceOf({
  source,
  links,
}: Pick<VendorBooking, 'source'> & { links?: { source?: unknown } | null }) {
  const name = presentText(source?.name)
  if (name !== null) return sourceNamed(name)
  return links?.source === null || links?.source === undefined ? 'direct' : 'other'
}

export function sourceNamed(name: string): StaySource {
  const brand = channelBrand(name)
  if (brand !== undefined) return brand
  return ownWebsite.test(name) ? 'website' : byHand.test(name) ? 'direct' : 'other'
}

function paymentOf(row: VendorBooking): Partial<ReservationRecord> {
  const { price, paid, left } = bookingAmounts.read(row)
  if (!price || isZero(price) || !paid) return {}
  const isPaid = left ? isZero(left) || left.startsWith('-') : isSameAmount(price, paid)
  return { paymentStatus: isPaid ? 'paid' : isZero(paid) ? 'pending' : 'partially_paid' }
}

/** The final price is the rent after the discount, with fees and with those taxes that are not in their prices. */
function financialsOf(row: VendorBooking): FinancialsRecord | null {
  const { rent, discountedRent, price, commission } = bookingAmounts.read(row)
  const discount =
    rent !== null && discountedRent !== null ? addDecimals([discountedRent, negated(rent)]) : '0'
  return financials({
    host: {
      accommodation: rent ?? discountedRent,
      discounts: isZero(discount) ? [] : lineOf(discount, 'Discount'),
      hostFees: lineOf(commission, 'Commission'),
    },
    guest: {
      totalPrice: price,
      fees: (row.bookings_fees ?? []).flatMap(feeLine),
      taxes: (row.bookings_taxes ?? []).flatMap(taxLine),
    },
  })
}

const amountOf = (field: string, value: number | string | null | undefined): string | null =>
  readSide(field, value, () => decimalString(value))

type BookingFee = NonNullable<VendorBooking['bookings_fees']>[number]
type BookingTax = NonNullable<VendorBooking['bookings_taxes']>[number]

/** Far more than any stay has; more would only be a mistake. */
const mostTimes = 10_000

/** A fee's price is for once; a fee that does not count towards the price says so. */
function feeLine({ name, price, times_booked, included_in_price }: BookingFee): MoneyLineRecord[] {
  const once = amountOf('bookings_fees[].price', price)
  const times = readSide('bookings_fees[].times_booked', times_booked, () => wholeNumber(times_booked)) ?? 1
  if (once === null || included_in_price === false || times > mostTimes) return []
  return [{ amount: addDecimals(Array.from({ length: times }, () => once)), ...nameOf(name) }]
}

function taxLine({ name, amount, tax_included_in_price }: BookingTax): MoneyLineRecord[] {
  const tax = amountOf('bookings_taxes[].amount', amount)
  return tax === null || tax_included_in_price === true ? [] : [{ amount: tax, ...nameOf(name) }]
}

const nameOf = (name: BookingFee['name']): { name?: string } => {
  const words = localText(name)
  return words === null ? {} : { name: words }
}
