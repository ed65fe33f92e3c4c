import type { Account } from './account.ts'
import type { Engine } from './engine.ts'
import { cut } from './lists.ts'
import type { Notifications } from './notifications.ts'

type SubscribeArguments = { input: { eventType: string; callbackConfigId: string } }

/** Resolves queries and mutations about notifications. */
export function notificationRoots(notifications: Notifications, account: Account, engine: Engine): object {
  const { callbacks, subscriptions, undelivered } = notifications
  const count = <T>(work: () => T): T => {
    engine.count('Query.notifications')
    return work()
  }
  const subscribed = (eventType: string) => ({
    eventType,
    callbackConfig: notifications.callback(subscriptions.get(eventType) ?? ''),
  })
  return {
    notificationEventTypes: () =>
      count(() => notifications.types().map((name) => ({ name, description: name }))),

    notificationProfile: () =>
      count(() => ({
        callbackConfigs: [...callbacks.values()],
        subscriptions: [
          { product: 'LODGING', eventTypeSubscriptions: [...subscriptions.keys()].map(subscribed) },
        ],
      })),

    undeliveredNotifications: (request: {
      limit?: number | null
      cursor?: string | null
      filters: { eventType?: string | null; creationDateTime?: { from: string; to: string } | null }
    }) =>
      count(() => {
        const { eventType, creationDateTime: range } = request.filters
        const rows = [...undelivered.values()].filter(
          (row) =>
            (!eventType || row.eventType === eventType) &&
            (!range ||
              (Date.parse(row.creationDateTime) >= Date.parse(range.from) &&
                Date.parse(row.creationDateTime) <= Date.parse(range.to))),
        )
        const { page, next } = cut(rows, { after: request.cursor, size: request.limit ?? 10 })
        return {
          totalCount: rows.length,
          cursor: next,
          elements: page.map(({ status, ...notification }) => ({
            notification,
            error: { code: 'DELIVERY_FAILED', message: status === null ? 'no answer' : `answered ${status}` },
          })),
        }
      }),

    createNotificationCallbackConfig: ({ input }: { input: Parameters<Notifications['create']>[0] }) =>
      count(() => {
        const callback = notifications.create(input)
        return { callbackConfig: callback, secret: callback.secret }
      }),

    refreshNotificationCallbackConfigSecret: ({
      input,
    }: {
      input: { callbackConfigId: string; keepExistingSecretActive: boolean }
    }) =>
      count(() => ({
        ...notifications.refresh(input.callbackConfigId, input.keepExistingSecretActive),
        callbackConfigId: input.callbackConfigId,
      })),

    deleteNotificationCallbackConfig: ({
      input: { callbackConfigId },
    }: {
      input: { callbackConfigId: string }
    }) =>
      count(() => {
        notifications.callback(callbackConfigId)
        callbacks.delete(callbackConfigId)
        for (const [type, id] of subscriptions) if (id === callbackConfigId) subscriptions.delete(type)
        return { callbackConfigId }
      }),

    subscribeNotificationEventType: ({ input: { eventType, callbackConfigId } }: SubscribeArguments) =>
      count(() => {
        notifications.subscribe(eventType, callbackConfigId, false)
        return subscribed(eventType)
      }),

    updateNotificationEventTypeSubscription: ({
      input: { eventType, callbackConfigId },
    }: SubscribeArguments) =>
      count(() => {
        notifications.subscribe(eventType, callbackConfigId, true)
        return subscribed(eventType)
      }),

    unsubscribeNotificationEventType: ({ input: { eventType } }: SubscribeArguments) =>
      count(() => {
        subscriptions.delete(eventType)
        return { eventType }
      }),

    sendTestNotification: ({
      input: { eventType, payload },
    }: {
      input: { eventType: string; payload: object }
    }) =>
      count(() => {
        const { callbackConfig } = subscribed(eventType)
        const creationDateTime = new Date(account.nowMs()).toISOString()
        notifications.deliver(
          { notificationId: 'test', eventType, creationDateTime, payload },
          callbackConfig,
        )
        return { outcome: 'SUCCESS', httpStatusCode: 200, error: null }
      }),
  }
}
