import type { FinancialsRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import {
  financials,
  heldStatus,
  lineOf,
  partyOf,
  stayDates,
  type MoneyLineRecord,
} from '../../connector-kit/stay-readings.ts'
import { sourceOf } from './channels.ts'
import { toGuest } from './guests.ts'
import { booking, instant, type VendorBooking } from './vendor.ts'

const statuses: Record<string, Pick<ReservationRecord, 'status'>> = {
  active: { status: 'confirmed' },
  pending: { status: 'pending' },
  canceled: { status: 'cancelled' },
  cancelled: { status: 'cancelled' },
}

/** A hold of Airbnb begins as a pending block and becomes a booking under the same id. */
export function toStay(row: VendorBooking): StayRecord {
  const externalId = String(row.id)
  const listingExternalId = String(row.property_id)
  if (row.is_block === true || row.type === 'block') {
    return { kind: 'block', externalId, listingExternalId, sourceStatus: row.status ?? 'unknown' }
  }
  const { status } = heldStatus(statuses, row.status)
  const guest = toGuest(row.guest)
  const money = financialsOf(row)
  return {
    kind: 'reservation',
    externalId,
    listingExternalId,
    confirmationCode: presentText(row.platform_reservation_number) ?? externalId,
    source: sourceOf(row.listing_site),
    status,
    sourceStatus: row.status ?? 'unknown',
    ...(status === 'pending' ? { respondBy: instant(row.pending_until_utc) } : {}),
    ...stayDates(row.arrival, row.departure),
    ...booking.read(row),
    ...(status === 'cancelled' ? { cancelledAt: instant(row.canceled_utc) } : {}),
    // The vendor has no field for the total number of guests.
    occupancy: partyOf({ ...row, total: null }),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
  }
}

/** Only charges of unambiguous kinds are read. */
function financialsOf(row: VendorBooking): FinancialsRecord | null {
  const rent = chargesOf(row, 'rent').map(({ amount }) => amount)
  const surcharges = chargesOf(row, 'surcharge')
  const isTakenOff = ({ amount }: MoneyLineRecord) => amount.startsWith('-')
  return financials({
    host: {
      accommodation: rent.length > 0 ? addDecimals(rent) : null,
      discounts: surcharges.filter(isTakenOff),
      hostFees: lineOf(nonZeroDecimal(row.total_host_fees), 'Host fees'),
    },
    guest: {
      totalPrice: booking.read(row).totalPrice,
      fees: surcharges.filter((line) => !isTakenOff(line)),
      taxes: chargesOf(row, 'tax'),
    },
  })
}

type ChargeKind = 'rent' | 'surcharge' | 'tax'

// These are the types of a charge. `surcharge` is a fee besides rent and tax.
const kinds: Record<string, ChargeKind> = {
  rent: 'rent',
  surcharge: 'surcharge',
  surcharge_other: 'surcharge',
  tax: 'tax',
  tax_other: 'tax',
}

function chargesOf({ charges }: VendorBooking, chargeKind: ChargeKind): MoneyLineRecord[] {
  return (charges ?? []).flatMap((charge) => {
    const amount = decimalString(charge.amount)
    const name = presentText(charge.description)
    const kind = charge.category === 'tax' ? 'tax' : meaningOf(kinds, charge.type?.toLowerCase())
    if (kind !== chargeKind || amount === null) return []
    return [{ amount, ...(name === null ? {} : { name }) }]
  })
}
