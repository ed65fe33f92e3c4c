/** A booking of the newer interface with what belongs to it, in the shape of the older one, which is mapped. */
import { decimalString } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { isTaxType } from './map-money.ts'
import type { VendorFolio, VendorFolioItems, VendorGuestRow, VendorStay } from './vendor-stay.ts'
import type { VendorGuest, VendorInvoiceItem, VendorMoney, VendorReservation } from './vendor.ts'

/** What the newer interface gives by calls of their own. */
export interface Belongings {
  guest: VendorGuestRow | undefined
  folio: VendorFolio | undefined
  items: VendorFolioItems | undefined
  /** Of the home, for the times of day. */
  timezone: string | null
}

export function toOlderReservation(
  row: VendorStay,
  { guest, folio, items, timezone }: Belongings,
): VendorReservation {
  const [first, last] = [row.stay?.[0], row.stay?.at(-1)]
  const unitTypeId = presentText(first?.unitTypeId) ?? presentText(first?.parentListingId)
  const unitId = presentText(first?.unitId) ?? presentText(first?.listingId)
  const listingId = unitId ?? unitTypeId
  if (listingId === null) throw new EssentialMissing('a booking of no home')
  return {
    ...row,
    listingId,
    unitTypeId,
    unitId,
    listing: { timezone },
    integration: { platform: row.platform ?? null },
    guestId: bookerOf(row),
    guest: guest === undefined ? null : toVendorGuest(guest),
    checkIn: first?.eta ?? null,
    checkOut: last?.etd ?? null,
    checkInDateLocalized: first?.checkInDateLocalized ?? null,
    checkOutDateLocalized: last?.checkOutDateLocalized ?? null,
    guestsCount: first?.guestsCount ?? null,
    numberOfGuests: first?.numberOfGuests ?? null,
    money: folio === undefined ? null : toMoney(folio, items),
  }
}

export const bookerOf = ({ bookerId, guestId }: VendorStay): string | null =>
  presentText(bookerId) ?? presentText(guestId)

/** The home a booking is of; of one that was moved on the way, the first. */
export function homeOf({ stay }: VendorStay): string | null {
  const { unitTypeId, parentListingId, unitId, listingId } = stay?.[0] ?? {}
  return [unitTypeId, parentListingId, unitId, listingId].map(presentText).find((id) => id !== null) ?? null
}

function toVendorGuest({ guestEmail, guestPhone, id, ...guest }: VendorGuestRow): VendorGuest {
  return {
    ...guest,
    _id: guest._id ?? id ?? null,
    email: guest.email ?? guestEmail ?? null,
    phone: guest.phone ?? guestPhone ?? null,
  }
}

/** Sums stand in answers of their own, where no reader of the booking can leave them out: what is no amount is null. */
function toMoney(folio: VendorFolio, items: VendorFolioItems | undefined): VendorMoney {
  const sum = (name: keyof VendorFolio): string | null =>
    readSide(name, folio[name], () => decimalString(folio[name]))
  return {
    currency: folio.currency ?? null,
    invoiceItems: (items?.invoiceItems ?? []).map((item): VendorInvoiceItem => {
      return {
        ...item,
        amount: readSide('totalPrice', item.totalPrice, () => decimalString(item.totalPrice)),
        currency: items?.currency ?? null,
        isTax: isTaxType(item.normalType),
      }
    }),
    fareAccommodation: sum('rawAccommodationFare'),
    fareCleaning: sum('rawCleaningFee'),
    hostServiceFee: sum('channelCommission'),
    hostServiceFeeIncTax: sum('channelCommissionIncTax'),
    subTotalPrice: sum('subTotalPrice'),
    totalTaxes: sum('totalTaxes'),
    hostPayout: sum('hostPayout'),
  }
}
