/** Only these parts of the vendor's rows are read. */
import { Type, type Static } from 'typebox'
import { Amount, Flag, Id, list, MaybeId, part, rows, Text } from '../../connector-kit/vendor-fields.ts'

export const VendorPropertyId = Type.Object({ id: Id })

const IdNode = { id: Text, idSource: Text }

export const VendorProperty = Type.Object({
  id: Id,
  ids: rows(IdNode),
  name: Text,
  referenceName: Text,
  currency: Text,
  timeZone: Text,
  type: part({ code: Text }),
  activeStatus: part({ active: Flag }),
  address: part({
    addressLines: list(Type.String()),
    locality: Text,
    administrativeArea: Text,
    postalCode: Text,
    countryCode: Text,
  }),
  location: part({ coordinates: part({ latitude: Amount, longitude: Amount }) }),
  listings: rows({ locale: Text, url: Text }),
  units: list(
    Type.Union([
      Type.Null(),
      Type.Object({
        id: Id,
        count: Amount,
        maxOccupancy: part({ total: Amount }),
        status: part({ state: Text }),
      }),
    ]),
  ),
})
export type VendorProperty = Static<typeof VendorProperty>

const Money = { amount: Amount, currencyCode: Text }
const Fee = { name: Text, productCode: Text, preTaxAmount: part(Money) }
const Share = { type: Text, amount: part(Money) }

export const VendorBooking = Type.Object({
  id: Id,
  alternativeIds: part({ referenceNumber: Text, supplierId: MaybeId }),
  reservationIds: rows(IdNode),
  status: Text,
  checkInDate: Type.String(),
  checkOutDate: Type.String(),
  creationDateTime: Text,
  lastUpdatedDateTime: Text,
  adultCount: Amount,
  childCount: Amount,
  petCount: Amount,
  distributionChannel: Text,
  primaryGuest: part({
    firstName: Text,
    lastName: Text,
    emailAddress: Text,
    phoneNumbers: rows({ fullPhoneNumber: Text }),
  }),
  payment: part({
    status: Text,
    installments: rows({ paymentStatus: Text, amount: part(Money) }),
  }),
  amounts: part({ summary: rows(Share) }),
  vrboAmounts: part({
    currentAmounts: part({
      supplierFees: part({
        rent: part({ preTaxAmount: part(Money) }),
        fees: rows(Fee),
        discounts: rows(Fee),
      }),
      marketplaceFees: part({ supplier: rows(Share), traveler: rows(Share) }),
      taxDistributions: rows({ remittingParty: Text, taxAmount: part(Money) }),
    }),
  }),
  cancellation: part({ fromRole: Text, pendingCancellation: Flag }),
  cancellationPolicy: part({ effectivePolicy: part({ policyType: Text }) }),
  messageThreadId: Text,
  specialRequest: Text,
})
export type VendorBooking = Static<typeof VendorBooking>

export const VendorBookingOfProperty = Type.Object({ property: Type.String(), node: VendorBooking })
export type VendorBookingOfProperty = Static<typeof VendorBookingOfProperty>

export const VendorThread = Type.Object({
  id: Id,
  creationDateTimeUtc: Text,
  property: part({ id: Id }),
  primaryTraveler: part({ firstName: Text, lastName: Text }),
  reservationSummary: part({ id: Id }),
  bookingInquiry: part({
    id: MaybeId,
    checkInDate: Text,
    checkOutDate: Text,
    adultCount: Amount,
    childCount: Amount,
    hasPets: Flag,
  }),
  messages: part({ elements: rows({ creationDateTimeUtc: Text }) }),
})
export type VendorThread = Static<typeof VendorThread>

export const VendorMessage = Type.Object({
  id: Id,
  body: part({ value: Text }),
  fromRole: Text,
  creationDateTimeUtc: Text,
  reviewStatus: Text,
  attachments: rows({ id: MaybeId, name: Text, url: Text, uploadDateTimeUtc: Text }),
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorReview = Type.Object({
  id: Id,
  title: part({ value: Text }),
  body: part({ locale: Text, value: Text }),
  brandNameV2: Text,
  createdDateTime: Text,
  status: Text,
  starRatings: rows({ category: Text, value: Amount }),
  response: part({ status: Text, createdDateTime: Text, body: part({ value: Text }) }),
  reservation: part({
    primaryGuest: part({ firstName: Text, lastName: Text }),
    reservationIds: rows(IdNode),
  }),
})

export const VendorReviewOfProperty = Type.Object({ property: Type.String(), node: VendorReview })
export type VendorReviewOfProperty = Static<typeof VendorReviewOfProperty>

/** A review to be answered has these fields. */
export const VendorReviewState = Type.Object({
  id: Id,
  isEligibleForResponse: Flag,
  body: part({ locale: Text }),
  response: part({ status: Text }),
})
