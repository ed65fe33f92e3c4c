export const notificationSchema = `
enum TestNotificationOutcome { SUCCESS FAILURE }

input CreateNotificationCallbackConfigInput {
  callbackUrl: Url!
  apiKey: String!
  requestTimeoutSeconds: Int
  contactEmail: EmailAddress!
}
input RefreshNotificationCallbackConfigSecretInput { callbackConfigId: ID! keepExistingSecretActive: Boolean! = false }
input DeleteNotificationCallbackConfigInput { callbackConfigId: ID! }
input SubscribeNotificationEventTypeInput { eventType: String! callbackConfigId: ID! }
input UnsubscribeNotificationEventTypeInput { eventType: String! }
input UpdateNotificationEventTypeSubscriptionInput { eventType: String! callbackConfigId: ID! }
input SendTestNotificationInput { eventType: String! payload: JSON! }
input UndeliveredNotificationsFiltersInput { eventType: String creationDateTime: DateTimeRangeFilterInput }

type NotificationCallbackConfig {
  id: ID!
  callbackUrl: Url!
  secretExpirationDateTime: LocalDateTime!
  previousSecretExpirationDateTime: LocalDateTime
  requestTimeoutSeconds: Int!
  contactEmail: EmailAddress
}
type NotificationEventTypeSubscription { eventType: String! callbackConfig: NotificationCallbackConfig! }
type NotificationSubscription { product: String! eventTypeSubscriptions: [NotificationEventTypeSubscription!]! }
type NotificationProfile { callbackConfigs: [NotificationCallbackConfig!]! subscriptions: [NotificationSubscription!]! }
type NotificationEventType { name: String! description: String! }
type Notification { eventType: String! creationDateTime: DateTime! notificationId: String! payload: JSON! }
type NotificationError { code: String! message: String! }
type UndeliveredNotification { notification: Notification! error: NotificationError }
type UndeliveredNotificationsResponse { totalCount: Int! cursor: String elements: [UndeliveredNotification]! }
type CreateNotificationCallbackConfigPayload { callbackConfig: NotificationCallbackConfig! secret: String! }
type RefreshNotificationCallbackConfigSecretPayload {
  callbackConfigId: ID!
  secret: String!
  secretExpirationDateTime: LocalDateTime!
  previousSecretExpirationDateTime: LocalDateTime
}
type DeleteNotificationCallbackConfigPayload { callbackConfigId: ID! }
type SubscribeNotificationEventTypePayload { eventType: String! callbackConfig: NotificationCallbackConfig! }
type UnsubscribeNotificationEventTypePayload { eventType: String! }
type UpdateNotificationEventTypeSubscriptionPayload { eventType: String! callbackConfig: NotificationCallbackConfig! }
type TestNotificationError { code: String! message: String! }
type SendTestNotificationPayload { outcome: TestNotificationOutcome! httpStatusCode: Int error: TestNotificationError }

extend type Query {
  notificationProfile: NotificationProfile
  notificationEventTypes: [NotificationEventType!]
  undeliveredNotifications(
    limit: Int = 10
    cursor: String
    filters: UndeliveredNotificationsFiltersInput!
  ): UndeliveredNotificationsResponse
}
extend type Mutation {
  createNotificationCallbackConfig(input: CreateNotificationCallbackConfigInput!): CreateNotificationCallbackConfigPayload
  refreshNotificationCallbackConfigSecret(
    input: RefreshNotificationCallbackConfigSecretInput!
  ): RefreshNotificationCallbackConfigSecretPayload
  deleteNotificationCallbackConfig(input: DeleteNotificationCallbackConfigInput!): DeleteNotificationCallbackConfigPayload
  subscribeNotificationEventType(input: SubscribeNotificationEventTypeInput!): SubscribeNotificationEventTypePayload
  unsubscribeNotificationEventType(input: UnsubscribeNotificationEventTypeInput!): UnsubscribeNotificationEventTypePayload
  updateNotificationEventTypeSubscription(
    input: UpdateNotificationEventTypeSubscriptionInput!
  ): UpdateNotificationEventTypeSubscriptionPayload
  sendTestNotification(input: SendTestNotificationInput!): SendTestNotificationPayload
}
`
