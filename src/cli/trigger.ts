/** `trigger` makes the server send an invented event, like `POST /v1/webhooks/{id}/test/{eventType}`. */
import { eventKinds } from '../contract/events.ts'
import { loadConfig } from '../platform/config.ts'
import { patternsFor } from '../platform/outbox.ts'
import { accessOptions, accessTo, call, type ApiAccess } from './api.ts'
import { action, hint, UsageError } from './command.ts'
import { listenDescription, webhooksOf, type ListedWebhook } from './listen/own-webhook.ts'
import { print } from './print.ts'
import { ownCommand } from '../platform/own-command.ts'

interface WebhookTest {
  success: boolean
  statusCode: number | null
  errorMessage: string | null
}

const isListen = ({ description }: ListedWebhook) => description === listenDescription

/** Returns the named webhook, or all that take this kind; `listen` takes every kind. */
async function targets(api: ApiAccess, kind: string, id: string | undefined): Promise<ListedWebhook[]> {
  const all = await webhooksOf(api)
  if (id !== undefined) {
    const named = all.filter((webhook) => webhook.id === id)
    if (named.length === 0) throw new Error(`There is no webhook ${id}. See: GET /v1/webhooks`)
    return named
  }
  const patterns = patternsFor(kind)
  const asking = all.filter(
    (webhook) =>
      isListen(webhook) ||
      (webhook.status === 'active' && webhook.events.some((pattern) => patterns.includes(pattern))),
  )
  if (asking.length > 0) return asking
  throw new Error(
    `No webhook asks for ${kind}. Run ${ownCommand} listen, or subscribe an address with POST /v1/webhooks.`,
  )
}

export const trigger = action({
  examples: ['trigger reservation.created', 'trigger listing.updated --sandbox'],
  options: {
    webhook: {
      type: 'string',
      value: '<id>',
      summary: 'Only to this webhook, whatever events it subscribes to',
    },
    ...accessOptions,
  },
  async run(values, [kind, ...more]) {
    if (kind === undefined || more.length > 0) throw new UsageError('trigger takes one kind of event.')
    if (!(eventKinds as readonly string[]).includes(kind)) {
      const known = `Known: ${eventKinds.join(', ')}.`
      throw new UsageError(`There is no kind of event "${kind}".${hint(kind, eventKinds) || ` ${known}`}`)
    }
    const api = accessTo(values, loadConfig().dataDir)
    for (const webhook of await targets(api, kind, values.webhook)) {
      const tried = await call<WebhookTest>(api, 'POST', `/v1/webhooks/${webhook.id}/test/${kind}`)
      const outcome = isListen(webhook)
        ? 'lodgewire listen, which shows it while it runs'
        : `${webhook.url}  ${tried.statusCode ?? tried.errorMessage}`
      print(`${kind} -> ${outcome}`)
      if (!isListen(webhook) && !tried.success) process.exitCode = 1
    }
  },
})
