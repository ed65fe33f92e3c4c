/**
 * Bookings as the newer interface gives them, and what it keeps elsewhere: guests and money. Where names differ between the
 * search, the reading by ids and what was seen on live accounts, all of them are read.
 */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Amount, Flag, list, maybe, Text, TextId } from '../../connector-kit/vendor-fields.ts'
import { party, VendorGuest } from './vendor.ts'

/** Guests and homes are asked for by these. */
const MaybeTextId = maybe(TextId)

const Segment = Type.Object({
  checkInDateLocalized: Text,
  checkOutDateLocalized: Text,
  eta: Text,
  etd: Text,
  ...party,
  unitTypeId: MaybeTextId,
  unitId: MaybeTextId,
  /** Seen in the search instead of the two above. */
  parentListingId: MaybeTextId,
  listingId: MaybeTextId,
})

export const VendorStay = Type.Object({
  _id: TextId,
  status: Text,
  platform: Text,
  source: Text,
  confirmationCode: Text,
  bookerId: MaybeTextId,
  guestId: MaybeTextId,
  stay: list(Segment),
  createdAt: Text,
  reservedAt: Text,
  confirmedAt: Text,
  canceledAt: Text,
  canceledBy: Text,
  alteredAt: Text,
  preApproveState: Flag,
})
export type VendorStay = Static<typeof VendorStay>

/** The sums of a booking. What is added to these is asked for only as long as the vendor knows it. */
export const VendorFolio = Type.Object({
  reservationId: TextId,
  currency: Text,
  updatedAt: Text,
  rawAccommodationFare: Amount,
  rawCleaningFee: Amount,
  channelCommission: Amount,
  channelCommissionIncTax: Amount,
  subTotalPrice: Amount,
  totalTaxes: Amount,
  hostPayout: Amount,
})
export type VendorFolio = Static<typeof VendorFolio>

export const VendorFolioItems = Type.Object({
  reservationId: TextId,
  currency: Text,
  invoiceItems: list(
    Type.Object({ title: Text, normalType: Text, secondIdentifier: Text, totalPrice: Amount }),
  ),
})
export type VendorFolioItems = Static<typeof VendorFolioItems>

/** The sums of a booking's payments; the documentation of October 2026 names none of these fields. */
export const VendorPayments = Type.Object({
  isFullyPaid: Flag,
  totalPaid: Amount,
  totalRefunded: Amount,
  balanceDue: Amount,
})
export type VendorPayments = Static<typeof VendorPayments>

/** The list of guests calls email and phone otherwise than everything else. */
export const VendorGuestRow = Type.Intersect([
  VendorGuest,
  Type.Object({ id: Text, guestEmail: Text, guestPhone: Text }),
])
export type VendorGuestRow = Static<typeof VendorGuestRow>

const { reservationId: _reservation, ...sums } = VendorFolio.properties
export const folioFields = Object.keys(sums).join(',')
export const folioItemFields = 'title,normalType,secondIdentifier,totalPrice'
/** By the names of the list, and by those of a single guest. */
export const guestColumns =
  'id firstName lastName fullName guestEmail guestPhone hometown preferredLanguage address picture'
export const guestFields =
  'firstName lastName fullName email phone hometown preferredLanguage address picture'
