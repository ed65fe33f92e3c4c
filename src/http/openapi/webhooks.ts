import { eventEnvelope, eventKinds, events } from '../../contract/events.ts'
import type { Parameter } from './fixed-parts.ts'
import type { JsonSchema, NamedSchemas } from './named-schemas.ts'

const pascal = (kind: string) =>
  kind
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

function deliveryHeaders(serviceName: string): Parameter[] {
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  const prefix = `X-${serviceName}`
  return [
    header(
      `${prefix}-Signature`,
      '`t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<raw body>` with the signing secret of the webhook.',
    ),
    header(`${prefix}-Delivery-Id`, 'Changes on every attempt.'),
    header(`${prefix}-Event-Id`, 'The same as `eventId` in the body.'),
    header('webhook-id', 'The event id, for receivers built on the Standard Webhooks libraries.'),
    header('webhook-timestamp', 'Seconds since 1970, for the same libraries.'),
    header('webhook-signature', '`v1,<base64>`, for the same libraries.'),
  ]
}

export interface WebhookOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: never[]
  parameters: Parameter[]
  requestBody: { required: true; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, { description: string }>
}

/** What receivers are sent, one entry per kind of event. */
export function webhookOperations(
  schemas: NamedSchemas,
  options: { serviceName: string; tag: string },
): Record<string, { post: WebhookOperation }> {
  return Object.fromEntries(
    eventKinds.map((kind) => {
      const envelope = eventEnvelope(kind)
      schemas.name(envelope, `${pascal(kind)}Event`)
      const post: WebhookOperation = {
        operationId: `receive${pascal(kind)}`,
        tags: [options.tag],
        summary: events[kind].title,
        description: events[kind].description,
        security: [],
        parameters: deliveryHeaders(options.serviceName),
        requestBody: { required: true, content: { 'application/json': { schema: schemas.refer(envelope) } } },
        responses: {
          '2XX': { description: 'Accepted. Answer within 10 seconds.' },
          default: { description: 'Anything else, or no answer in time: sent again, up to five times.' },
        },
      }
      return [kind, { post }]
    }),
  )
}
