import type { FinancialsRecord, GuestRecord, ReservationRecord } from '../../contract/records.ts'
import { channelBrand } from '../../connector-kit/channel-brands.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import {
  countedParty,
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  partyOf,
  stayDates,
  type MoneyLineRecord,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { bookingIdOf, codeOf } from './booked-rooms.ts'
import { bookedRow, type BookedRow } from './vendor.ts'

const statuses: Record<string, Pick<ReservationRecord, 'status'>> = {
  new: { status: 'confirmed' },
  modified: { status: 'confirmed' },
  cancelled: { status: 'cancelled' },
}

/** A room has its own dates, price and party; everything else is the booking's. */
export function toStay(row: BookedRow): ReservationRecord {
  const { externalId, booking, room, rooms } = row
  const party = countedParty(partyOf(room.occupancy ?? (rooms === 1 ? (booking.occupancy ?? {}) : {})))
  const guest = guestOf(row)
  const money = financialsOf(row)
  const notes = presentText(booking.notes)
  return {
    kind: 'reservation',
    externalId,
    listingExternalId: room.room_type_id,
    confirmationCode: codeOf(booking, bookingIdOf(externalId)),
    source: sourceOf(booking.ota_name, booking.unique_id),
    ...heldStatus(statuses, booking.status?.trim().toLowerCase()),
    ...stayDates(room.checkin_date ?? booking.arrival_date, room.checkout_date ?? booking.departure_date),
    ...bookedRow.read(row),
    ...(party === null ? {} : { occupancy: party }),
    totalPrice: totalOf(row),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
    ...(notes === null ? {} : { guestDetails: { remarks: notes } }),
    sourceStatus: presentText(booking.status) ?? 'unknown',
  }
}

/** The amount of the booking counts its services too; several rooms share it, and each has its own. */
function totalOf({ booking, room, rooms }: BookedRow): string | null {
  const amount = rooms === 1 ? (booking.amount ?? room.amount) : room.amount
  return readSide('amount', amount, () => decimalString(amount))
}

/** Codes of channels stand before the booking's own number. */
const byPrefix: Readonly<Record<string, StaySource>> = {
  ABB: 'airbnb',
  BDC: 'booking.com',
  OFF: 'direct',
  OFL: 'direct',
  VRB: 'vrbo',
}

/** Returns null for a channel that is not named at all. */
export function sourceOf(
  name: string | null | undefined,
  uniqueId: string | null | undefined = null,
): StaySource | null {
  const channel = presentText(name)
  const prefixed = byPrefix[(presentText(uniqueId) ?? '').split('-')[0]?.toUpperCase() ?? '']
  if (channel === null) return prefixed ?? null
  if (/^(offline|direct|walk.?in|phone)/i.test(channel)) return 'direct'
  if (/booking ?engine|website/i.test(channel)) return 'website'
  return channelBrand(channel) ?? prefixed ?? 'other'
}

/** The customer is the guest of all rooms; without a name the room's own guest is. */
function guestOf({ booking: { customer }, room }: BookedRow): GuestRecord | null {
  const [first, last] = [presentText(customer?.name), presentText(customer?.surname)]
  const inRoom = room.guests?.[0]
  const names =
    first === null && last === null
      ? { firstName: presentText(inRoom?.name), lastName: presentText(inRoom?.surname) }
      : { firstName: first, lastName: last }
  return namedGuest({
    ...names,
    email: presentText(customer?.mail),
    phone: presentText(customer?.phone),
    language: presentText(customer?.language),
    country: presentText(customer?.country),
  })
}

/** Amounts that are included in the price of the room are no lines beside it. */
function financialsOf({ booking, room, rooms }: BookedRow): FinancialsRecord | null {
  const { ota_commission: commission, services } = booking
  const beside = (room.taxes ?? []).filter(({ is_inclusive }) => is_inclusive !== true)
  const isFee = ({ type }: { type?: string | null | undefined }) => type === 'fee'
  const extras = [...(room.services ?? []), ...(rooms === 1 ? (services ?? []) : [])]
  return financials({
    host: {
      accommodation: readSide('amount', room.amount, () => decimalString(room.amount)),
      hostFees: rooms === 1 ? linesOf([{ name: 'Commission', total_price: commission }], 'commission') : [],
    },
    guest: {
      totalPrice: totalOf({ booking, room, rooms } as BookedRow),
      fees: linesOf([...beside.filter(isFee), ...extras.filter(({ is_inclusive }) => is_inclusive !== true)]),
      taxes: linesOf(beside.filter((tax) => !isFee(tax))),
    },
  })
}

interface ChargeRow {
  name?: string | null | undefined
  total_price?: number | string | null | undefined
}

const linesOf = (rows: readonly ChargeRow[], type?: string): MoneyLineRecord[] =>
  rows.flatMap(({ name, total_price }) => {
    const amount = readSide('total_price', total_price, () => nonZeroDecimal(total_price))
    return lineOf(amount, presentText(name) ?? 'Fee', type)
  })
