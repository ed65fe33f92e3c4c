export const inboxSchema = `
enum MessageThreadParticipantRole { TRAVELER SUPPLIER }
enum MessageReviewStatus { IN_REVIEW ACCEPTED BLOCKED }
enum MessageThreadMessagesSortField { CREATION_DATE_TIME_UTC }
enum PropertyMessageThreadsSortField { CREATION_DATE_TIME_UTC }
enum MessageThreadSpamStatus { SPAM NOT_SPAM }
enum ReviewBrand {
  CHEAP_TICKETS EBOOKERS EXPEDIA HOTELS HOTWIRE LASTMINUTE MR_JET ORBITZ OTHER TRAVELOCITY VRBO WOTIF
}

input PropertyMessageThreadsFiltersInput { creationDateTime: DateTimeRangeFilterInput }
input PropertyMessagesFiltersInput { creationDateTime: DateTimeRangeFilterInput }
input PropertyMessageThreadsOrderByInput {
  field: PropertyMessageThreadsSortField = CREATION_DATE_TIME_UTC
  order: SortOrder = ASC
}
input MessageThreadMessagesOrderByInput {
  field: MessageThreadMessagesSortField = CREATION_DATE_TIME_UTC
  order: SortOrder = ASC
}
input SendMessageInput { clientMutationId: String messageThreadId: ID! body: String attachmentIds: [ID!] }
input SetMessageThreadSpamStatusInput { clientMutationId: String id: ID! status: MessageThreadSpamStatus! }
input DateInput { from: LocalDate! to: LocalDate! }
input ReviewFilter {
  brandNames: [ReviewBrand!]
  createdDate: DateInput
  hasOwnerResponse: Boolean
  reviewId: String
  updatedDate: DateInput
}
input ReviewsOrderBy { createdDateTime: SortOrder lastUpdatedDateTime: SortOrder }
input InputLocalizedString { locale: String! value: String! }

type MessageThreadTraveler { firstName: String lastName: String }
type MessageThreadReservationSummary {
  id: ID!
  checkInDate: LocalDate!
  checkOutDate: LocalDate!
  adultCount: Int!
  childCount: Int!
  petCount: Int!
}
type MessageThreadBookingInquiry {
  id: ID!
  checkInDate: LocalDate
  checkOutDate: LocalDate
  adultCount: Int!
  childCount: Int!
  hasPets: Boolean!
}
type MessageThreadLocalizedString { value: String! }
type MessageThreadAttachment { id: ID! name: String! uploadDateTimeUtc: DateTime! url: Url! }
type MessageThreadMessage {
  id: ID!
  messageThread: MessageThread!
  creationDateTimeUtc: DateTime
  type: String
  body: MessageThreadLocalizedString
  attachments: [MessageThreadAttachment!]!
  fromRole: MessageThreadParticipantRole
  reviewStatus: MessageReviewStatus
}
type MessageThreadMessagesResponse { totalCount: Int! cursor: String elements: [MessageThreadMessage!]! }
type MessageThread {
  id: ID!
  property: Property!
  bookingInquiry: MessageThreadBookingInquiry
  reservationSummary: MessageThreadReservationSummary
  primaryTraveler: MessageThreadTraveler
  messages(limit: Int = 10, cursor: String, orderBy: MessageThreadMessagesOrderByInput): MessageThreadMessagesResponse!
  creationDateTimeUtc: DateTime
}
type MessageThreadsResponse { totalCount: Int! cursor: String elements: [MessageThread!]! }
type SendMessagePayload { clientMutationId: String messageId: ID! }
type SetMessageThreadSpamStatusPayload { clientMutationId: String id: ID! }

type Rating { category: String! value: String! }
type OwnerResponse { body: LocalizedString! createdDateTime: String! lastUpdatedDateTime: String! status: String! }
type ReviewGuest { firstName: String! lastName: String! }
type ReviewReservation { primaryGuest: ReviewGuest reservationIds: [IdNode!]! }
type Review {
  id: ID!
  title: LocalizedString
  body: LocalizedString!
  brandNameV2: ReviewBrand
  createdDateTime: String!
  lastUpdatedDateTime: String!
  isEligibleForResponse: Boolean
  status: String!
  starRatings: [Rating]!
  response: OwnerResponse
  reservation: ReviewReservation
}
type ReviewResponse { cursor: String reviews: [Review]! totalCount: Int! }
type UpdatedReviewResponse { body: LocalizedString! createdDateTime: String! status: String! }

extend type Property {
  messageThreads(
    limit: Int = 10
    cursor: String
    filters: PropertyMessageThreadsFiltersInput!
    orderBy: PropertyMessageThreadsOrderByInput
  ): MessageThreadsResponse!
  messages(limit: Int = 10, cursor: String, filters: PropertyMessagesFiltersInput!): MessageThreadMessagesResponse
  reviews(after: String, filter: ReviewFilter, orderBy: ReviewsOrderBy, pageSize: Int!): ReviewResponse!
}
extend type Query {
  message(id: ID!): MessageThreadMessage
  messageThread(id: ID!): MessageThread
}
`
