/** These read bookings of one property, or of several at once. */

const money = '{ amount currencyCode }'

const booking = `fragment Booking on Reservation {
  id
  alternativeIds { referenceNumber supplierId }
  reservationIds { id idSource }
  status
  checkInDate
  checkOutDate
  creationDateTime
  lastUpdatedDateTime
  adultCount
  childCount
  petCount
  distributionChannel
  primaryGuest { firstName lastName emailAddress phoneNumbers { fullPhoneNumber } }
  payment { status installments { paymentStatus amount ${money} } }
  amounts { summary { type amount ${money} } }
  vrboAmounts {
    currentAmounts {
      supplierFees {
        rent { preTaxAmount ${money} }
        fees { name productCode preTaxAmount ${money} }
        discounts { name productCode preTaxAmount ${money} }
      }
      marketplaceFees { supplier { type amount ${money} } traveler { type amount ${money} } }
      taxDistributions { remittingParty taxAmount ${money} }
    }
  }
  cancellation { fromRole pendingCancellation }
  cancellationPolicy { effectivePolicy { policyType } }
  messageThreadId
  specialRequest
}`

const page = `pageInfo { hasNextPage endCursor }
      edges { node { ...Booking } }`

export const ReservationsOfAdvertiser = `query ReservationsOfAdvertiser(
  $advertiser: ID!
  $cursor: String
  $properties: Int
  $pageSize: Int!
  $filter: ReservationFilterInput
) {
  propertiesByAdvertiser(id: $advertiser, idSource: VRBO, cursor: $cursor, pageSize: $properties) {
    cursor
    elements {
      id
      reservations(pageSize: $pageSize, filter: $filter) {
      ${page}
      }
    }
  }
}
${booking}`

export const ReservationsOfProperty = `query ReservationsOfProperty(
  $property: String!
  $after: String
  $pageSize: Int!
  $filter: ReservationFilterInput
) {
  property(id: $property, idSource: EXPEDIA) {
    reservations(pageSize: $pageSize, after: $after, filter: $filter) {
      ${page}
    }
  }
}
${booking}`
