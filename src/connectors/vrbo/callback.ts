/**
 * Manages the address at the vendor: entered once, subscribed to relevant events, its secret renewed; and
 * reads undelivered notices.
 */
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { AppNotice, AppWish } from '../../connector-kit/app-webhook.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { read, write } from './graphql.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { newsIn } from './notices.ts'
import { cursorIn } from './property-walk.ts'

type CallbackWish = AppWish & { contactEmail: string }

/** The names of booking events are not published, so they are chosen by words in them. */
const relevantEvents = /message|review|reservation|booking|propertystatus/i
const dayMs = 24 * 3_600_000
/** The secret is renewed this long before it ends; the one before stays valid for some time. */
const renewBeforeMs = 14 * dayMs

export async function keepCallback(context: VendorContext, wish: CallbackWish): Promise<AppNotice[]> {
  const setup = await read(context, 'NotificationSetup', {})
  const configs = listIn(setup.notificationProfile ?? { callbackConfigs: [] }, 'callbackConfigs')
  const ownConfig = configs.find((config) => fieldOf(config, 'callbackUrl') === wish.url)
  const id = ownConfig === undefined ? await enter(context, wish) : demandId(ownConfig)
  if (ownConfig !== undefined) await renewSecret(context, ownConfig, id)
  await subscribe(context, setup, id)
  return undelivered(context)
}

async function enter(context: VendorContext, { url, apiKey, contactEmail }: CallbackWish): Promise<string> {
  const input = { callbackUrl: url, apiKey, contactEmail, requestTimeoutSeconds: 10 }
  const { createNotificationCallbackConfig: newConfig } = await write(context, 'CreateCallback', { input })
  return demandId(fieldOf(newConfig, 'callbackConfig'))
}

function demandId(config: unknown): string {
  const id = presentText(fieldOf(config, 'id'))
  if (id === null) throw new VendorError('malformed', 'an address for notifications without an id')
  return id
}

async function renewSecret(context: VendorContext, config: unknown, id: string): Promise<void> {
  const ends = utcInstant(presentText(fieldOf(config, 'secretExpirationDateTime')))
  if (ends === null || Date.parse(ends) - renewBeforeMs > context.now().getTime()) return
  const input = { callbackConfigId: id, keepExistingSecretActive: true }
  await write(context, 'RefreshCallbackSecret', { input })
}

async function subscribe(
  context: VendorContext,
  setup: Readonly<Record<string, unknown>>,
  callbackConfigId: string,
): Promise<void> {
  const standing = new Map(
    listIn(setup.notificationProfile ?? { subscriptions: [] }, 'subscriptions')
      .flatMap((product) => listIn(product, 'eventTypeSubscriptions'))
      .map((one) => [fieldOf(one, 'eventType'), fieldOf(fieldOf(one, 'callbackConfig'), 'id')]),
  )
  const offered = listIn(setup, 'notificationEventTypes').map((type) => presentText(fieldOf(type, 'name')))
  for (const eventType of offered) {
    if (eventType === null || !relevantEvents.test(eventType)) continue
    const now = standing.get(eventType)
    if (now === callbackConfigId) continue
    const input = { eventType, callbackConfigId }
    await write(context, now === undefined ? 'Subscribe' : 'MoveSubscription', { input })
  }
}

const mostPages = 20

/** Reads the last two days: older changes have been read by then. */
async function undelivered(context: VendorContext): Promise<AppNotice[]> {
  const nowMs = context.now().getTime()
  const [from, to] = [nowMs - 2 * dayMs, nowMs + dayMs].map((ms) => new Date(ms).toISOString())
  const notices: AppNotice[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const variables = { cursor, pageSize: 50, filters: { creationDateTime: { from, to } } }
    const { undeliveredNotifications: list } = await read(context, 'Undelivered', variables)
    if (list === null || list === undefined) break
    for (const row of listIn(list, 'elements')) {
      const notification = fieldOf(row, 'notification')
      const id = presentText(fieldOf(notification, 'notificationId'))
      if (id !== null) notices.push({ id, news: newsIn(notification) })
    }
    cursor = cursorIn(list)
    if (cursor === null) break
  }
  return notices
}
