/** These read threads of guests and their messages. */

const thread = `fragment Thread on MessageThread {
  id
  creationDateTimeUtc
  property { id }
  primaryTraveler { firstName lastName }
  reservationSummary { id }
  bookingInquiry { id checkInDate checkOutDate adultCount childCount hasPets }
  messages(limit: 1, orderBy: { field: CREATION_DATE_TIME_UTC, order: DESC }) {
    elements { creationDateTimeUtc }
  }
}`

const threadPage = `cursor
        elements { ...Thread }`

export const ThreadsOfAdvertiser = `query ThreadsOfAdvertiser(
  $advertiser: ID!
  $cursor: String
  $properties: Int
  $pageSize: Int
  $filters: PropertyMessageThreadsFiltersInput!
) {
  propertiesByAdvertiser(id: $advertiser, idSource: VRBO, cursor: $cursor, pageSize: $properties) {
    cursor
    elements {
      id
      messageThreads(limit: $pageSize, filters: $filters) {
        ${threadPage}
      }
    }
  }
}
${thread}`

export const ThreadsOfProperty = `query ThreadsOfProperty(
  $property: String!
  $after: String
  $pageSize: Int
  $filters: PropertyMessageThreadsFiltersInput!
) {
  property(id: $property, idSource: EXPEDIA) {
    messageThreads(limit: $pageSize, cursor: $after, filters: $filters) {
        ${threadPage}
    }
  }
}
${thread}`

const writtenPage = `cursor
        elements { id creationDateTimeUtc messageThread { ...Thread } }`

export const MessagesOfAdvertiser = `query MessagesOfAdvertiser(
  $advertiser: ID!
  $cursor: String
  $properties: Int
  $pageSize: Int
  $filters: PropertyMessagesFiltersInput!
) {
  propertiesByAdvertiser(id: $advertiser, idSource: VRBO, cursor: $cursor, pageSize: $properties) {
    cursor
    elements {
      id
      messages(limit: $pageSize, filters: $filters) {
        ${writtenPage}
      }
    }
  }
}
${thread}`

export const MessagesOfProperty = `query MessagesOfProperty(
  $property: String!
  $after: String
  $pageSize: Int
  $filters: PropertyMessagesFiltersInput!
) {
  property(id: $property, idSource: EXPEDIA) {
    messages(limit: $pageSize, cursor: $after, filters: $filters) {
        ${writtenPage}
    }
  }
}
${thread}`

export const ThreadById = `query ThreadById($thread: ID!) {
  messageThread(id: $thread) { ...Thread }
}
${thread}`

export const MessagesOfThread = `query MessagesOfThread($thread: ID!, $cursor: String, $pageSize: Int) {
  messageThread(id: $thread) {
    messages(limit: $pageSize, cursor: $cursor, orderBy: { field: CREATION_DATE_TIME_UTC, order: ASC }) {
      cursor
      elements {
        id
        body { value }
        fromRole
        creationDateTimeUtc
        reviewStatus
        attachments { id name url uploadDateTimeUtc }
      }
    }
  }
}`

export const SendMessage = `mutation SendMessage($input: SendMessageInput!) {
  sendMessage(input: $input) { messageId }
}`

export const SetSpamStatus = `mutation SetSpamStatus($input: SetMessageThreadSpamStatusInput!) {
  setMessageThreadSpamStatus(input: $input) { id }
}`
