/** The webhooks as an AsyncAPI 3.0 document: a channel, a message and an operation for each kind of event. */
import type { OpenApiDocument } from './document.ts'
import { componentsOf } from './editions.ts'

const lastPart = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
const addressOf = (kind: string) => kind.replaceAll('.', '_')

function eventComponents({ webhooks, components }: OpenApiDocument) {
  const kinds = Object.entries(webhooks)
  const used = componentsOf(components, webhooks)
  const headerNames = kinds[0]?.[1].post.parameters.map(({ $ref }) => lastPart($ref)) ?? []
  const headers = headerNames.flatMap((name) => used.parameters[name] ?? [])
  return {
    messages: Object.fromEntries(
      kinds.map(([kind, { post }]) => [
        addressOf(kind),
        {
          name: kind,
          title: post.summary,
          summary: post.description,
          headers: { $ref: '#/components/schemas/DeliveryHeaders' },
          payload: post.requestBody.content['application/json'].schema,
        },
      ]),
    ),
    schemas: {
      DeliveryHeaders: {
        type: 'object',
        required: headers.map(({ name }) => name),
        properties: Object.fromEntries(
          headers.map(({ name, description, schema }) => [name, { ...schema, description }]),
        ),
      },
      ...used.schemas,
    },
  }
}

/** Each event is sent to the address of a webhook, so all of them share one channel that a receiver names. */
export function asyncApiDocument(document: OpenApiDocument): Record<string, unknown> {
  const { info, webhooks } = document
  const kinds = Object.entries(webhooks)
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${info.title}: webhooks`,
      version: info.version,
      description:
        'Events that this server sends to the addresses of a workspace’s webhooks, signed, as POST requests.',
      license: { name: info.license.name },
    },
    defaultContentType: 'application/json',
    channels: {
      webhook: {
        address: '{url}',
        description: 'The address of a webhook, as given to `POST /v1/webhooks`.',
        parameters: { url: { description: 'An https address of yours.' } },
        messages: Object.fromEntries(
          kinds.map(([kind]) => [addressOf(kind), { $ref: `#/components/messages/${addressOf(kind)}` }]),
        ),
        bindings: { http: {} },
      },
    },
    operations: Object.fromEntries(
      kinds.map(([kind, { post }]) => [
        post.operationId,
        {
          action: 'send',
          channel: { $ref: '#/channels/webhook' },
          title: post.summary,
          description: post.description,
          bindings: { http: { method: 'POST' } },
          messages: [{ $ref: `#/channels/webhook/messages/${addressOf(kind)}` }],
        },
      ]),
    ),
    components: eventComponents(document),
  }
}
