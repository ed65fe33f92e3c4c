import type { FinancialsRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { channelBrand } from '../../connector-kit/channel-brands.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { idText, presentText, presentTexts, timeZoneName } from '../../connector-kit/readings.ts'
import {
  financials,
  heldStatus,
  lineOf,
  partyOf,
  stayDates,
  type MoneyLineRecord,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { toGuest } from './guests.ts'
import { reservation, type VendorReservation } from './vendor.ts'

const statuses: Record<string, Pick<ReservationRecord, 'status'>> = {
  hold: { status: 'pending' },
  confirmed: { status: 'confirmed' },
  'checked in': { status: 'confirmed' },
  'checked out': { status: 'confirmed' },
  cancelled: { status: 'cancelled' },
  canceled: { status: 'cancelled' },
}

export function toStay(row: VendorReservation): StayRecord {
  const externalId = String(row.id)
  const { status } = heldStatus(statuses, row.status?.trim().toLowerCase())
  const source = sourceOf(row)
  const guest = toGuest(row._embedded?.contact)
  const money = financialsOf(row)
  return {
    kind: 'reservation',
    externalId,
    listingExternalId: String(row.unitId),
    confirmationCode: codeOf(row, source) ?? externalId,
    source,
    status,
    sourceStatus: row.status ?? 'unknown',
    ...stayDates(row.arrivalDate, row.departureDate),
    ...timesOf(row),
    ...reservation.read(row),
    ...(status === 'cancelled' ? { cancelledAt: utcInstant(row.cancelledAt) } : {}),
    occupancy: occupancyOf(row),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
  }
}

/** The type of a reservation marks owners' stays; customers name their channels freely. */
function sourceOf({ _embedded, channelId, subChannel, source }: VendorReservation): StaySource {
  const { isOwner, ownerStay, personalUse } = _embedded?.type ?? {}
  if (isOwner === true || ownerStay === true || personalUse === true) return 'owner'
  const names = presentTexts([subChannel, _embedded?.channel?.name, source])
  for (const name of names) {
    // Samples of the vendor call Booking.com so.
    const brand = /^booking$/i.test(name) ? 'booking.com' : channelBrand(name)
    if (brand !== undefined) return brand
  }
  const isOfChannel = idText(channelId) !== null || names.some((name) => /^channel$/i.test(name))
  return isOfChannel ? 'other' : 'direct'
}

/** Bookings of channels have the channel's code; one of our own has our marker there. */
function codeOf({ alternates }: VendorReservation, source: StaySource): string | null {
  return source === 'direct' || source === 'owner' ? null : (presentTexts(alternates ?? [])[0] ?? null)
}

/** Times of arrival are moments; the clock of the unit shows them. */
function timesOf({ arrivalTime, departureTime, _embedded }: VendorReservation) {
  const timeZone = timeZoneName(_embedded?.unit?.timezone)
  if (timeZone === null) return {}
  const timeOf = (moment: string | null | undefined) => {
    const instant = utcInstant(moment)
    if (instant === null) return null
    return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5)
  }
  return { checkInTime: timeOf(arrivalTime), checkOutTime: timeOf(departureTime) }
}

const kinds = [
  ['adults', /adult/i],
  ['children', /child/i],
  ['infants', /infant|baby/i],
  ['pets', /pet|dog/i],
] as const

/** Kinds of guests have names that the customer can change, and handles. The vendor gives no total. */
function occupancyOf({ occupants }: VendorReservation) {
  const counts = kinds.map(([kind, pattern]) => {
    const rows = (occupants ?? []).filter(({ handle, name }) =>
      pattern.test(presentText(handle) ?? name ?? ''),
    )
    const sum = rows.reduce((total, { quantity }) => total + Number(quantity ?? 0), 0)
    return [kind, rows.length === 0 ? null : sum] as const
  })
  return partyOf({ total: null, ...Object.fromEntries(counts) })
}

function financialsOf(row: VendorReservation): FinancialsRecord | null {
  const { grossRent, discountTotal, guestFees, taxes } = row.guestBreakdown ?? {}
  return financials({
    host: {
      accommodation: decimalString(grossRent),
      discounts: lineOf(nonZeroDecimal(discountTotal), 'Discount'),
    },
    guest: {
      totalPrice: reservation.read(row).totalPrice,
      fees: linesOf((guestFees ?? []).map(({ name, value }) => ({ name, amount: value }))),
      taxes: linesOf(taxes ?? []),
    },
  })
}

function linesOf(
  rows: readonly { name?: string | null | undefined; amount?: number | string | null | undefined }[],
): MoneyLineRecord[] {
  return rows.flatMap(({ name, amount }) => lineOf(nonZeroDecimal(amount), presentText(name) ?? 'Fee'))
}
