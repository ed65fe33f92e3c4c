import type { FinancialsRecord, GuestRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { channelBrand } from '../../connector-kit/channel-brands.ts'
import { addDecimals } from '../../connector-kit/money.ts'
import { idText, presentText, presentTexts } from '../../connector-kit/readings.ts'
import {
  financials,
  heldStatus,
  lineOf,
  namedGuest,
  namesIn,
  partyOf,
  stayDates,
  type StaySource,
} from '../../connector-kit/stay-readings.ts'
import { booking, money, type VendorBooking, type VendorMoney } from './vendor.ts'

const confirmed = { status: 'confirmed' } as const
const statuses: Record<string, Pick<ReservationRecord, 'status'>> = {
  confirmed,
  needs_check_in: confirmed,
  checked_in: confirmed,
  needs_check_out: confirmed,
  checked_out: confirmed,
  pending: { status: 'pending' },
  cancelled: { status: 'cancelled' },
  canceled: { status: 'cancelled' },
}

export function toStay(row: VendorBooking): StayRecord {
  const externalId = String(row.id)
  const amounts = money.read(row)
  const details = financialsOf(amounts)
  const guest = guestOf(row)
  return {
    kind: 'reservation',
    externalId,
    listingExternalId: String(row.property_id),
    confirmationCode: codeOf(row) ?? externalId,
    source: sourceOf(row),
    ...heldStatus(statuses, row.status?.trim().toLowerCase()),
    sourceStatus: row.status ?? 'unknown',
    ...stayDates(row.check_in, row.check_out),
    ...booking.read(row),
    totalPrice: totalOf(amounts),
    occupancy: partyOf({ total: row.number_of_guests }),
    ...(details === null ? {} : { financials: details }),
    ...(guest === null ? {} : { guest }),
  }
}

const codeOf = ({ external_reservation_id, confirmation_code }: VendorBooking): string | null =>
  presentTexts([external_reservation_id, confirmation_code])
    .map(idText)
    .find((code) => code !== null) ?? null

/** `booking_dot_com` is a word of the vendor's. */
const nameOf = (word: string): string => word.replace(/_dot_/gi, '.').replaceAll('_', ' ')

const own = new Set(['uplisting', 'direct', 'website'])

/** Bookings made in Uplisting, by its website or by partners have its own name as their channel. */
function sourceOf({ channel, source, direct }: VendorBooking): StaySource | null {
  const words = presentTexts([channel, source])
  for (const word of words) {
    const brand = channelBrand(nameOf(word))
    if (brand !== undefined) return brand
  }
  if (direct === true || own.has(words[0]?.toLowerCase() ?? '')) return 'direct'
  return words.length === 0 ? null : 'other'
}

function guestOf({ guest_name, guest_email, guest_phone }: VendorBooking): GuestRecord | null {
  return namedGuest({
    ...namesIn(presentText(guest_name)),
    email: presentText(guest_email),
    phone: presentText(guest_phone),
  })
}

/**
 * The gross revenue is what the guest pays. Where it is not told its parts are added, unless there is a
 * discount: no sample shows with which sign.
 */
function totalOf(amounts: VendorMoney): string | null {
  const { gross, total, accommodation, cleaning, extraGuests, extras, taxes, discounts } = amounts
  if (gross !== null || total !== null) return gross ?? total
  if (accommodation === null || discounts !== null) return null
  return addDecimals([accommodation, cleaning, extraGuests, extras, taxes].map((amount) => amount ?? '0'))
}

function financialsOf(amounts: VendorMoney): FinancialsRecord | null {
  const { accommodation, cleaning, extraGuests, extras, taxes, discounts } = amounts
  const fees = [
    ...lineOf(cleaning, 'Cleaning fee'),
    ...lineOf(extraGuests, 'Extra guests'),
    ...lineOf(extras, 'Extra charges'),
  ]
  return financials({
    host: {
      accommodation,
      discounts: lineOf(discounts, 'Discounts'),
      hostFees: [
        ...lineOf(amounts.commission, 'Commission'),
        ...lineOf(amounts.commissionVat, 'VAT on commission'),
        ...lineOf(amounts.processing, 'Payment processing'),
      ],
      revenue: amounts.payout,
    },
    guest: { totalPrice: totalOf(amounts), fees, taxes: lineOf(taxes, 'Taxes') },
  })
}
