import { eventEnvelope, eventKinds, events } from '../../contract/events.ts'
import type { Parameter } from './fixed-parts.ts'
import type { JsonSchema, NamedSchemas } from './named-schemas.ts'

const pascal = (kind: string) =>
  kind
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** For example: `review.created` → `ReviewCreatedEvent`. */
export const envelopeName = (kind: string): string => `${pascal(kind)}Event`

/** Every delivery has these headers. */
export function deliveryParameters(serviceName: string): Record<DeliveryParameter, Parameter> {
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  const prefix = `X-${serviceName}`
  return {
    DeliverySignature: header(
      `${prefix}-Signature`,
      '`t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<raw body>` with the signing secret of the webhook.',
    ),
    DeliveryId: header(`${prefix}-Delivery-Id`, 'Changes on every attempt.'),
    DeliveredEventId: header(`${prefix}-Event-Id`, 'The same as `eventId` in the body.'),
    StandardWebhookId: header(
      'webhook-id',
      'The event id, for receivers built on the Standard Webhooks libraries.',
    ),
    StandardWebhookTimestamp: header('webhook-timestamp', 'Seconds since 1970, for the same libraries.'),
    StandardWebhookSignature: header('webhook-signature', '`v1,<base64>`, for the same libraries.'),
  }
}

const deliveryParameterNames = [
  'DeliverySignature',
  'DeliveryId',
  'DeliveredEventId',
  'StandardWebhookId',
  'StandardWebhookTimestamp',
  'StandardWebhookSignature',
] as const
type DeliveryParameter = (typeof deliveryParameterNames)[number]

/** A receiver answers in these ways. */
export const webhookResponses = {
  DeliveryAccepted: { description: 'Accepted. Answer within 10 seconds.' },
  DeliveryRepeated: { description: 'Anything else, or no answer in time: sent again, up to five times.' },
}

export interface WebhookOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: never[]
  parameters: { $ref: string }[]
  requestBody: { required: true; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, { $ref: string }>
}

/** Builds the webhooks section: one entry per kind of event. */
export function webhookOperations(
  schemas: NamedSchemas,
  tag: string,
): Record<string, { post: WebhookOperation }> {
  return Object.fromEntries(
    eventKinds.map((kind) => {
      const envelope = eventEnvelope(kind)
      schemas.name(envelope, envelopeName(kind))
      const post: WebhookOperation = {
        operationId: `receive${pascal(kind)}`,
        tags: [tag],
        summary: events[kind].title,
        description: events[kind].description,
        security: [],
        parameters: deliveryParameterNames.map((name) => ({ $ref: `#/components/parameters/${name}` })),
        requestBody: { required: true, content: { 'application/json': { schema: schemas.refer(envelope) } } },
        responses: {
          '2XX': { $ref: '#/components/responses/DeliveryAccepted' },
          default: { $ref: '#/components/responses/DeliveryRepeated' },
        },
      }
      return [kind, { post }]
    }),
  )
}
