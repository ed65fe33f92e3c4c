/** These manage the vendor's notifications and read undelivered ones. */

export const NotificationSetup = `query NotificationSetup {
  notificationProfile {
    callbackConfigs { id callbackUrl secretExpirationDateTime previousSecretExpirationDateTime }
    subscriptions { eventTypeSubscriptions { eventType callbackConfig { id } } }
  }
  notificationEventTypes { name }
}`

export const CreateCallback = `mutation CreateCallback($input: CreateNotificationCallbackConfigInput!) {
  createNotificationCallbackConfig(input: $input) {
    secret
    callbackConfig { id secretExpirationDateTime }
  }
}`

export const RefreshCallbackSecret = `mutation RefreshCallbackSecret($input: RefreshNotificationCallbackConfigSecretInput!) {
  refreshNotificationCallbackConfigSecret(input: $input) {
    callbackConfigId
    secret
    secretExpirationDateTime
    previousSecretExpirationDateTime
  }
}`

export const Subscribe = `mutation Subscribe($input: SubscribeNotificationEventTypeInput!) {
  subscribeNotificationEventType(input: $input) { eventType }
}`

export const MoveSubscription = `mutation MoveSubscription($input: UpdateNotificationEventTypeSubscriptionInput!) {
  updateNotificationEventTypeSubscription(input: $input) { eventType }
}`

export const Undelivered = `query Undelivered($cursor: String, $pageSize: Int, $filters: UndeliveredNotificationsFiltersInput!) {
  undeliveredNotifications(limit: $pageSize, cursor: $cursor, filters: $filters) {
    cursor
    elements { notification { notificationId eventType creationDateTime payload } }
  }
}`
