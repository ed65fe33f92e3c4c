import type {
  FinancialsRecord,
  GuestRecord,
  OccupancyRecord,
  ReservationRecord,
} from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { channelBrand } from '../../connector-kit/channel-brands.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, idText, meaningOf, presentText, timeOfDay } from '../../connector-kit/readings.ts'
import {
  countedParty,
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  namesIn,
  partyOf,
  stayDates,
  type MoneyLineRecord,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { RateLine, VendorReservation } from './vendor.ts'

type StatusParts = Pick<ReservationRecord, 'status' | 'statusDetail' | 'pendingReason'>

const statuses: Record<string, StatusParts> = {
  wait_accept: { status: 'pending', pendingReason: 'host_approval' },
  wait_pay: { status: 'pending', pendingReason: 'guest_payment' },
  accepted: { status: 'confirmed' },
  cancelled: { status: 'cancelled' },
  denied: { status: 'cancelled', statusDetail: 'declined' },
  timeout: { status: 'cancelled', statusDetail: 'request_expired' },
}

const sources: Record<string, StaySource> = {
  airbnb: 'airbnb',
  'booking.com': 'booking.com',
  vrbo: 'vrbo',
  booking_site: 'website',
}

export function channelSource(channelType: string | null | undefined): StaySource {
  return meaningOf(sources, channelType?.trim().toLowerCase()) ?? 'other'
}

/** Bookings entered by hand name a channel that the host made up. */
function sourceOf({ channel_type, custom_channel }: VendorReservation): StaySource {
  if (presentText(channel_type)?.toLowerCase() !== 'hostex_direct') return channelSource(channel_type)
  return channelBrand(custom_channel?.name ?? '') ?? 'direct'
}

/** One reservation can have several stays, each in a home of its own and with a code of its own. */
export const stayCode = (row: { stay_code?: string | null; reservation_code: string }): string =>
  presentText(row.stay_code) ?? row.reservation_code

/** Returns the reservation's code: `0-1234567_1-abc` is a stay of `0-1234567-abc`. */
export const reservationCodeOf = (stay: string): string => stay.replace(/_\d+(?=-|$)/, '')

/** `home` is where the guest sleeps, if only the channel listing tells. */
export function toStay(row: VendorReservation, home: string | null): ReservationRecord {
  const listingExternalId = idText(row.property_id) ?? home
  if (listingExternalId === null) {
    throw new EssentialMissing('a reservation in the reservation box, without a property')
  }
  const parts = heldStatus(statuses, row.status)
  const occupancy = occupancyOf(row)
  const guest = guestOf(row)
  const money = financialsOf(row)
  return {
    kind: 'reservation',
    externalId: stayCode(row),
    listingExternalId,
    confirmationCode: presentText(row.channel_id) ?? row.reservation_code,
    source: sourceOf(row),
    ...parts,
    sourceStatus: row.status ?? 'unknown',
    ...stayDates(row.check_in_date, row.check_out_date),
    checkInTime: clockTime('arrival_at', row.check_in_details?.arrival_at),
    checkOutTime: clockTime('departure_at', row.check_in_details?.departure_at),
    bookedAt: utcInstant(row.booked_at) ?? utcInstant(row.created_at),
    ...(parts.status === 'cancelled' ? { cancelledAt: utcInstant(row.cancelled_at) } : {}),
    totalPrice: decimalString(priceOf(row)?.amount),
    currency: currencyCode(priceOf(row)?.currency),
    ...paymentOf(row),
    ...(occupancy === null ? {} : { occupancy }),
    ...(guest === null ? {} : { guest }),
    ...(money === null ? {} : { financials: money }),
  }
}

const payments: Record<string, string> = {
  ...{ unreceived: 'pending', partial: 'partially_paid', received: 'paid', over_received: 'paid' },
}

function paymentOf({ payment }: VendorReservation): Partial<ReservationRecord> {
  const paymentStatus = meaningOf(payments, payment?.status)
  return paymentStatus === undefined ? {} : { paymentStatus }
}

/** `rate` is this stay's part; `total_rate` is the price of all stays, so several stays would count it twice. */
function priceOf(row: VendorReservation) {
  const { rate, total_rate } = row.rates ?? {}
  if (rate?.amount !== null && rate?.amount !== undefined) return rate
  return stayCode(row) === row.reservation_code ? total_rate : null
}

/** Feeds of other calendars count nobody, which differs from no guest. */
function occupancyOf(row: VendorReservation): OccupancyRecord | null {
  if (!Number(row.number_of_guests) && !Number(row.number_of_adults)) return null
  const [adults, children] = [row.number_of_adults, row.number_of_children]
  const [infants, pets, total] = [row.number_of_infants, row.number_of_pets, row.number_of_guests]
  return countedParty(partyOf({ adults, children, infants, pets, total }))
}

/** The list of guests may be empty, and the booker's own fields may be. */
function guestOf(row: VendorReservation): GuestRecord | null {
  const booker = row.guests?.find(({ is_booker }) => is_booker === true) ?? row.guests?.[0]
  const externalId = idText(booker?.id)
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    ...namesIn(presentText(row.guest_name) ?? presentText(booker?.name)),
    email: presentText(row.guest_email) ?? presentText(booker?.email),
    phone: presentText(row.guest_phone) ?? presentText(booker?.phone),
    country: presentText(booker?.country),
  })
}

/** Times come as an hour and a minute, in some answers as a text. */
function clockTime(field: string, value: unknown): string | null {
  const [hour, minute] = [fieldOf(value, 'hour'), fieldOf(value, 'minute')]
  const text = typeof hour === 'number' ? `${hour}:${String(minute ?? 0).padStart(2, '0')}` : value
  return readSide(field, value, () => timeOfDay(presentText(text)))
}

type RatePart = 'accommodation' | 'commission' | 'tax' | 'fee'

/** An unknown word is a fee: it is part of what the guest pays, and only its kind is not known. */
function partOf({ type }: RateLine): RatePart {
  const word = type?.toUpperCase() ?? ''
  if (word === 'ACCOMMODATION') return 'accommodation'
  if (word === 'HOST_SERVICE_FEE' || word.includes('COMMISSION')) return 'commission'
  return word.includes('TAX') ? 'tax' : 'fee'
}

function financialsOf(row: VendorReservation): FinancialsRecord | null {
  const price = priceOf(row)
  // Amounts of another currency must not stand beside the price.
  const lines = (row.rates?.details ?? []).filter(({ currency }) => currency === price?.currency)
  const linesOf = (part: RatePart) => lines.filter((line) => partOf(line) === part).flatMap(moneyLine)
  const isTakenOff = ({ amount }: MoneyLineRecord) => amount.startsWith('-')
  const fees = linesOf('fee')
  const taxes = linesOf('tax')
  const commission = nonZeroDecimal(row.rates?.commission?.amount)
  const accommodation = linesOf('accommodation').map(({ amount }) => amount)
  return financials({
    host: {
      accommodation: accommodation.length > 0 ? addDecimals(accommodation) : null,
      discounts: fees.filter(isTakenOff),
      hostFees: commission === null ? linesOf('commission') : lineOf(commission, 'Commission'),
    },
    guest: {
      totalPrice: decimalString(price?.amount),
      fees: fees.filter((line) => !isTakenOff(line)),
      taxes: taxes.length > 0 ? taxes : lineOf(nonZeroDecimal(row.rates?.tax?.amount), 'Tax'),
    },
  })
}

function moneyLine({ type, description, amount }: RateLine): MoneyLineRecord[] {
  const [value, name, kind] = [decimalString(amount), presentText(description), presentText(type)]
  if (value === null) return []
  return [{ amount: value, ...(name === null ? {} : { name }), ...(kind === null ? {} : { type: kind }) }]
}
