import type { FinancialsRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { UnreadableValue } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, meaningOf, presentText, timeOfDay } from '../../connector-kit/readings.ts'
import { financials, partyOf, stayDates } from '../../connector-kit/stay-readings.ts'
import { sourceOf } from './channels.ts'
import { toGuest } from './map-guest.ts'
import { instant } from './map.ts'
import type { VendorBooking } from './vendor.ts'

const statuses: Record<string, ReservationRecord['status']> = {
  active: 'confirmed',
  pending: 'pending',
  canceled: 'cancelled',
  cancelled: 'cancelled',
}

/** A hold of Airbnb begins as a block that is pending and becomes a booking under the same id. */
export function toStay(row: VendorBooking): StayRecord {
  const externalId = String(row.id)
  const listingExternalId = String(row.property_id)
  if (row.is_block === true || row.type === 'block') {
    return { kind: 'block', externalId, listingExternalId, sourceStatus: row.status }
  }
  const status = meaningOf(statuses, row.status)
  if (status === undefined) throw new UnreadableValue(`not a known status: ${row.status.slice(0, 40)}`)
  const guest = toGuest(row.guest)
  const money = financialsOf(row)
  return {
    kind: 'reservation',
    externalId,
    listingExternalId,
    confirmationCode: presentText(row.platform_reservation_number) ?? externalId,
    source: sourceOf(row.listing_site),
    status,
    sourceStatus: row.status,
    ...(status === 'pending' ? { respondBy: instant(row.pending_until_utc) } : {}),
    ...stayDates(row.arrival, row.departure),
    checkInTime: timeOfDay(row.check_in),
    checkOutTime: timeOfDay(row.check_out),
    bookedAt: instant(row.booked_utc) ?? instant(row.created_utc),
    ...(status === 'cancelled' ? { cancelledAt: instant(row.canceled_utc) } : {}),
    // The vendor has no field for all of them.
    occupancy: partyOf({ ...row, total: null }),
    totalPrice: decimalString(row.total_amount),
    currency: currencyCode(row.currency_code),
    ...(money === null ? {} : { financials: money }),
    ...(guest === null ? {} : { guest }),
  }
}

/** Only kinds of charges whose meaning is plain are read; `surcharge` is what the guest pays besides rent and tax. */
function financialsOf(row: VendorBooking): FinancialsRecord | null {
  const rent = chargesOf(row, 'rent').map(({ amount }) => amount)
  const hostFees = nonZeroDecimal(row.total_host_fees)
  return financials({
    host: {
      accommodation: rent.length > 0 ? addDecimals(rent) : null,
      hostFees: hostFees === null ? [] : [{ amount: hostFees }],
    },
    guest: {
      totalPrice: decimalString(row.total_amount),
      fees: chargesOf(row, 'surcharge'),
      taxes: chargesOf(row, 'tax'),
    },
  })
}

function chargesOf({ charges }: VendorBooking, type: string): { amount: string; name?: string }[] {
  return (charges ?? []).flatMap((charge) => {
    const amount = decimalString(charge.amount)
    const name = presentText(charge.description)
    if (charge.type?.toLowerCase() !== type || amount === null) return []
    return [{ amount, ...(name === null ? {} : { name }) }]
  })
}
