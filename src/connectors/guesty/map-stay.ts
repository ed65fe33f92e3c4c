/** A booking of the newer interface with what belongs to it, in the shape of the older one, which is mapped. */
import { isTaxType } from './map-money.ts'
import { presentText } from '../../connector-kit/readings.ts'
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
  if (listingId === null) throw new Error('a booking of no home')
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

function toMoney(folio: VendorFolio, items: VendorFolioItems | undefined): VendorMoney {
  return {
    ...folio,
    invoiceItems: (items?.invoiceItems ?? []).map((item): VendorInvoiceItem => {
      return {
        ...item,
        amount: item.totalPrice ?? null,
        currency: items?.currency ?? null,
        isTax: isTaxType(item.normalType),
      }
    }),
    fareAccommodation: folio.rawAccommodationFare ?? null,
    fareCleaning: folio.rawCleaningFee ?? null,
    hostServiceFee: folio.channelCommission ?? null,
    hostServiceFeeIncTax: folio.channelCommissionIncTax ?? null,
  }
}
