/** `webhooks` lists subscriptions and deliveries, sends tests and repeats deliveries. */
import type { OperationAt, ReplyOf } from '../../../sdk/typescript/src/index.ts'
import { eventKinds } from '../../contract/events.ts'
import { hint, UsageError } from '../command.ts'
import { print } from '../print.ts'
import { clientAction } from './client-action.ts'
import { confirmWrite, keyOf, writeOptions } from './confirm-write.ts'
import { plainLine } from './plain-text.ts'
import { limitOption, pageSize, printRecords, printSafeJson } from './print-records.ts'
import { instantText } from './units.ts'

export const webhooksList = clientAction({
  examples: ['webhooks', 'webhooks list --json'],
  options: limitOption,
  async run(client, { limit, json }) {
    const query = { limit: pageSize(limit), include_total: false }
    await printRecords(client.list('/v1/webhooks', { query }), {
      json,
      limit,
      head: ['ID', 'STATUS', 'FAILING', 'LAST SUCCESS (UTC)', 'EVENTS', 'URL'],
      row: (webhook) => [
        webhook.id,
        webhook.disabledReason ? `${webhook.status}: ${webhook.disabledReason}` : webhook.status,
        webhook.failureStage === 'none' ? '' : `${webhook.failureStage} (${webhook.consecutiveFailures})`,
        instantText(webhook.lastSuccessAt),
        webhook.events.join(', '),
        webhook.url,
      ],
      empty: 'There are no webhooks.',
    })
  },
})

export const webhooksDeliveries = clientAction({
  examples: ['webhooks deliveries 0198b2f0-6c1e-7e2a-8d5f-2b8e4c9a7f10 --failed'],
  options: { failed: { type: 'boolean', summary: 'Only those that were not accepted' }, ...limitOption },
  async run(client, { failed, limit, json }, [id, ...more]) {
    if (id === undefined || more.length > 0) throw new UsageError('webhooks deliveries takes one webhook.')
    const query = {
      limit: pageSize(limit),
      include_total: false,
      ...(failed ? { status: 'failure' as const } : {}),
    }
    await printRecords(client.list('/v1/webhooks/{id}/deliveries', { path: { id }, query }), {
      json,
      limit,
      head: ['ID', 'TIME (UTC)', 'EVENT', 'ATTEMPT', 'OUTCOME', 'MS'],
      row: (delivery) => [
        delivery.id,
        instantText(delivery.createdAt),
        delivery.eventType,
        String(delivery.attempt),
        outcomeOf(delivery),
        delivery.responseTimeMs === null ? '' : String(delivery.responseTimeMs),
      ],
      empty: 'There are no such deliveries.',
    })
  },
})

interface DeliveryResult {
  success: boolean
  statusCode: number | null
  errorMessage: string | null
}

const outcomeOf = ({ success, statusCode, errorMessage }: DeliveryResult): string =>
  [statusCode === null ? '' : String(statusCode), success ? 'accepted' : (errorMessage ?? 'not accepted')]
    .filter(Boolean)
    .join(' ')

function printDelivery(
  delivery: ReplyOf<OperationAt<'/v1/webhooks/{id}/test/{eventType}', 'post'>>,
  json: boolean,
): void {
  if (json) printSafeJson(delivery)
  else print(`${delivery.eventType}: ${plainLine(outcomeOf(delivery))}`)
  if (!delivery.success) process.exitCode = 1
}

export const webhooksTest = clientAction({
  examples: ['webhooks test 0198b2f0-6c1e-7e2a-8d5f-2b8e4c9a7f10 reservation.created'],
  more: 'Ends with 1 if the receiver did not accept the event.',
  options: writeOptions,
  async run(client, values, [id, kind, ...more]) {
    if (id === undefined || kind === undefined || more.length > 0)
      throw new UsageError('webhooks test takes a webhook and a kind of event.')
    if (!(eventKinds as readonly string[]).includes(kind))
      throw new UsageError(`There is no kind of event "${kind}".${hint(kind, eventKinds)}`)
    const { url } = await client.get('/v1/webhooks/{id}', { path: { id } })
    const plan = `A made-up ${kind}, marked as a test, goes to ${plainLine(url)}.`
    if (!(await confirmWrite(plan, values))) return
    const path = { id, eventType: kind as (typeof eventKinds)[number] }
    printDelivery(
      await client.post('/v1/webhooks/{id}/test/{eventType}', { path, ...keyOf(values) }),
      values.json,
    )
  },
})

export const webhooksReplay = clientAction({
  examples: ['webhooks replay 0198b2f0-6c1e-7e2a-8d5f-2b8e4c9a7f10 0198b2f1-11aa-7c3d-9b7e-6f0d2c4e8a55'],
  more: 'Ends with 1 if the receiver did not accept it.',
  options: {
    force: { type: 'boolean', summary: 'Also if the receiver accepted it before' },
    ...writeOptions,
  },
  async run(client, values, [id, deliveryId, ...more]) {
    if (id === undefined || deliveryId === undefined || more.length > 0)
      throw new UsageError('webhooks replay takes a webhook and a delivery.')
    const path = { id, deliveryId }
    const [{ url }, delivery] = await Promise.all([
      client.get('/v1/webhooks/{id}', { path: { id } }),
      client.get('/v1/webhooks/{id}/deliveries/{deliveryId}', { path }),
    ])
    const plan = `${delivery.eventType} of ${instantText(delivery.createdAt)} UTC goes to ${plainLine(url)} again.`
    if (!(await confirmWrite(plan, values))) return
    const body = values.force ? { force: true } : {}
    printDelivery(
      await client.post('/v1/webhooks/{id}/deliveries/{deliveryId}/replay', { path, body, ...keyOf(values) }),
      values.json,
    )
  },
})
