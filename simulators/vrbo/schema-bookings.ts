/** `RAVELER_…` is no typing error here: the vendor's own schema writes it so. */
const statuses = `
  BOOKED CANCELLED COMPLETE CONFIRMED CREATED DECLINED IN_PROGRESS INVALID RESERVED BUILDING UNCONFIRMED STAY_IN_PROGRESS
  CANCELLED_BY_HOMEAWAY CANCELLED_BY_OWNER CANCELLED_BY_TRAVELER CANCELLED_BY_SYSTEM
  DECLINED_BY_OWNER DECLINED_BY_SYSTEM DECLINED_BY_TRAVELER_PAY_FAILURE
  UNCONFIRMED_BY_OWNER UNCONFIRMED_BY_TRAVELER RAVELER_CANCEL_PENDING_BOOKING
`

export const bookingSchema = `
enum ReservationStatus {${statuses}}
enum ReservationIdSource { EXPEDIA SUPPLIER VRBO }
enum DistributionChannel { VRBO EXPEDIA_INTEGRATED }
enum ReservationCancellationRole { SUPPLIER TRAVELER }
enum ReservationPaymentStatus { UNPAID PARTIAL_PAID OVERPAID PAID EXTERNAL_SOR }
enum InstallmentPaymentStatus {
  NOT_STARTED SCHEDULED SENT PENDING FAILED PAID CANCELLED PARTIAL_REFUNDED REFUNDED REVERSED
}
enum MarketplaceSupplierFeeItemType { COMMISSION }
enum MarketplaceTravelerFeeItemType { TRAVELER_SERVICE_FEE }
enum TaxDistributionRuleRemittingParty { EXPEDIA SUPPLIER }

input CheckOutDateFilter { from: LocalDate! to: LocalDate! }
input CheckInDateFilter { from: LocalDate! to: LocalDate }
input LastUpdatedDateTimeFilter { from: ZoneDateTime! to: ZoneDateTime! }
input IdNodeInput { id: ID! idSource: ReservationIdSource! }
input ReservationFilterInput {
  checkInDate: CheckInDateFilter
  checkOutDate: CheckOutDateFilter
  reservationIds: [IdNodeInput!]
  ids: [ID!]
  status: [ReservationStatus]
  lastUpdatedDateTime: LastUpdatedDateTimeFilter
}

type ReservationAlternativeIds { supplierId: ID! referenceNumber: String }
type ReservationCancellation { pendingCancellation: Boolean! fromRole: ReservationCancellationRole! }
type GuestContactPhoneNumber { countryCode: String! areaCode: String! number: String! fullPhoneNumber: String! }
type Guest {
  firstName: String!
  lastName: String!
  phoneNumbers: [GuestContactPhoneNumber!]
  emailAddress: EmailAddress
}
type Installment { id: ID! dueDate: LocalDate! amount: Money! paymentStatus: InstallmentPaymentStatus }
type Payment { instructions: String! status: ReservationPaymentStatus installments: [Installment!]! }
type ReservationPerStayAmount { type: String! description: String amount: Money! percent: Float }
type ReservationAmounts { summary: [ReservationPerStayAmount!]! }
type SupplierFeeRent { preTaxAmount: Money! }
type SupplierFeeItem { preTaxAmount: Money! externalId: String name: String productCode: String }
type DiscountFeeItem { preTaxAmount: Money! externalId: String name: String productCode: String }
type SupplierFees { rent: SupplierFeeRent! fees: [SupplierFeeItem] discounts: [DiscountFeeItem] }
type MarketplaceSupplierFeeItem { type: MarketplaceSupplierFeeItemType! amount: Money! }
type MarketplaceTravelerFeeItem { type: MarketplaceTravelerFeeItemType! amount: Money! }
type MarketplaceFees { supplier: [MarketplaceSupplierFeeItem]! traveler: [MarketplaceTravelerFeeItem] }
type TaxDistribution { taxAmount: Money! remittingParty: TaxDistributionRuleRemittingParty! }
type ReservationVrboCurrentAmounts {
  supplierFees: SupplierFees!
  marketplaceFees: MarketplaceFees!
  taxDistributions: [TaxDistribution!]!
}
type VrboAmounts { currentAmounts: ReservationVrboCurrentAmounts! }
type EffectivePolicy { policyType: String! startDateTimeUtc: DateTime! endDateTimeUtc: DateTime! }
type ReservationCancellationPolicy { effectivePolicy: EffectivePolicy }

type Reservation {
  id: ID!
  alternativeIds: ReservationAlternativeIds!
  reservationIds: [IdNode!]!
  status: ReservationStatus!
  checkInDate: LocalDate!
  checkOutDate: LocalDate!
  creationDateTime: String!
  lastUpdatedDateTime: String!
  adultCount: Int!
  childCount: Int!
  petCount: Int!
  totalGuestCount: Int!
  distributionChannel: DistributionChannel!
  primaryGuest: Guest!
  payment: Payment!
  amounts: ReservationAmounts
  vrboAmounts: VrboAmounts
  cancellation: ReservationCancellation
  cancellationPolicy: ReservationCancellationPolicy
  messageThreadId: ID
  specialRequest: String
  source: String!
}
type ReservationEdge { cursor: String! node: Reservation! }
type ReservationsConnection { totalCount: Int pageInfo: PageInfo edges: [ReservationEdge]! }
`
