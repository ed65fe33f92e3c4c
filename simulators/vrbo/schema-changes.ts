export const changesSchema = `
enum VrboCancellationReason {
  DATES_BOOKED_ANOTHER_PLATFORM EXTENUATING_CIRCUMSTANCE GUEST_REQUESTED_CANCEL HOUSE_RULES_CONFLICT
  PAYMENT_NOT_RECEIVED PROPERTY_SOLD_OWNERSHIP_CHANGE
}
enum VrboCancellationSecondaryReason {
  CHANGED_DESTINATION BOOKING_MISTAKE CHANGE_OF_PLANS CHANGE_DATES CHANGE_GUESTS OWNER_REQUEST AMENITY_NOT_AVAILABLE
  OWNER_DISAGREE PAYMENT OTHER
}
enum RefundVrboReservationRefundType { FLAT_AMOUNT }

input CancelVrboReservationInput {
  clientMutationId: String
  propertyId: ID!
  reservationId: ID!
  primaryReason: VrboCancellationReason!
  secondaryReason: VrboCancellationSecondaryReason
}
input PreviewVrboReservationUpdateStayDatesInput { checkInDate: LocalDate! checkOutDate: LocalDate! }
input PreviewVrboReservationUpdateGuestsInput { adultCount: Int! childCount: Int! petCount: Int! }
input GeneratePreviewVrboReservationUpdateInput {
  clientMutationId: String
  propertyId: ID!
  reservationId: ID!
  stayDates: PreviewVrboReservationUpdateStayDatesInput
  guests: PreviewVrboReservationUpdateGuestsInput
}
input ExecuteVrboReservationUpdateInput {
  clientMutationId: String
  propertyId: ID!
  reservationId: ID!
  paymentDueDate: LocalDate
  description: String!
  updatePreviewToken: String!
}
input RefundVrboReservationRefundInput { type: RefundVrboReservationRefundType! flatAmount: MoneyInput! }
input RefundVrboReservationInput {
  clientMutationId: String
  propertyId: ID!
  freeTextReason: String!
  refund: RefundVrboReservationRefundInput!
  reservationId: ID!
}
input ConfirmReservationNotificationInput {
  clientMutationId: String
  propertyId: ID!
  reservationId: ID!
  confirmationToken: String!
  actionType: String!
  confirmationCode: String!
}

type CancelVrboReservationPayload { clientMutationId: String reservation: Reservation }
type PreviewVrboReservationUpdateAmountsTotals { currentTotalAmount: Money! postUpdateTotalAmount: Money! }
type PreviewVrboReservationUpdateAmountsDifference { total: Money! rent: Money! fees: Money! taxes: Money! }
type PreviewVrboReservationUpdateAmounts {
  totals: PreviewVrboReservationUpdateAmountsTotals!
  difference: PreviewVrboReservationUpdateAmountsDifference!
}
type GeneratePreviewVrboReservationUpdatePayload {
  clientMutationId: String
  amounts: PreviewVrboReservationUpdateAmounts!
  updatePreviewToken: String!
  previewTokenExpirationDateTimeUtc: DateTime!
}
type ExecuteVrboReservationUpdatePayload { clientMutationId: String reservation: Reservation }
type RefundVrboReservationPayload { reservation: Reservation }
type ConfirmReservationNotificationPayload { clientMutationId: String reservation: Reservation }

type Mutation {
  sendMessage(input: SendMessageInput!): SendMessagePayload
  setMessageThreadSpamStatus(input: SetMessageThreadSpamStatusInput!): SetMessageThreadSpamStatusPayload
  setReviewResponse(
    body: InputLocalizedString!
    propertyId: ID!
    propertyIdSource: IdSource!
    reviewId: ID!
  ): UpdatedReviewResponse!
  cancelVrboReservation(input: CancelVrboReservationInput!): CancelVrboReservationPayload!
  generatePreviewVrboReservationUpdate(
    input: GeneratePreviewVrboReservationUpdateInput!
  ): GeneratePreviewVrboReservationUpdatePayload!
  executeVrboReservationUpdate(input: ExecuteVrboReservationUpdateInput!): ExecuteVrboReservationUpdatePayload!
  refundVrboReservation(input: RefundVrboReservationInput!): RefundVrboReservationPayload!
  confirmReservationNotification(input: ConfirmReservationNotificationInput!): ConfirmReservationNotificationPayload!
}
`
