/** Vendors send to an address per connection, or to one for all (`appWebhook` of the connector). */
import { Type } from 'typebox'
import type { AppWebhook } from '../../../connector-kit/app-webhook.ts'
import type { InboundRequest } from '../../../connector-kit/inbound-delivery.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import { route } from '../../route.ts'
import { knowsInbound, receiveInbound } from '../hint/inbound.ts'
import { isAppAddress } from './app-address.ts'
import { acceptDelivery } from './app-delivery.ts'

interface InboundAddress {
  provider: string
  token: string
}
type InboundHeaders = Record<string, string | string[] | undefined>

const noSuchAddress = () => new ApiError('not_found', 'No such address.')

const address = {
  provider: Type.String({
    minLength: 1,
    maxLength: 50,
    description: 'Id of the provider.',
    examples: ['hostaway'],
  }),
  token: Type.String({ maxLength: 100, description: 'Names and proves the connection, or the app.' }),
}
const Params = Type.Object(address, { additionalProperties: false })
const ParamsWithCode = Type.Object(
  { ...address, code: Type.String({ minLength: 1, maxLength: 64, description: 'What it is about.' }) },
  { additionalProperties: false },
)
/** Vendors add parameters without notice. */
const openQuery = { additionalProperties: true }

const common = {
  tag: 'Connect',
  hidden: true,
  auth: 'none',
  countAddress: 'misses',
  errors: ['not_found', 'unauthorized'],
} as const

const first = (headers: InboundHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )

/** Returns null if the vendor has no address for all, or this is not it. */
function appWebhookAt(
  { connectors, vault }: Services,
  { provider, token }: InboundAddress,
): AppWebhook | null {
  const webhook = Object.hasOwn(connectors, provider) ? connectors[provider]?.appWebhook : undefined
  return webhook && isAppAddress(vault, provider, token) ? webhook : null
}

/** Checks for an address of a connection whose vendor also sends notices in the query of a GET. */
async function knowsByQuery(services: Services, { provider, token }: InboundAddress): Promise<boolean> {
  const connector = Object.hasOwn(services.connectors, provider) ? services.connectors[provider] : undefined
  return connector?.operations.inbound?.byQuery === true && (await knowsInbound(services, provider, token))
}

async function takeNotice(
  services: Services,
  { provider, token }: InboundAddress,
  request: InboundRequest,
): Promise<{ ok: true }> {
  const outcome = await receiveInbound(services, provider, token, request)
  if (outcome === 'unknown') throw noSuchAddress()
  if (outcome === 'forged') throw new ApiError('unauthorized', 'The delivery does not prove who sent it.')
  return { ok: true }
}

async function admitApp({ services, params }: { services: Services; params: InboundAddress }): Promise<void> {
  if (appWebhookAt(services, params) === null) throw noSuchAddress()
}

function appOf(services: Services, address: InboundAddress): AppWebhook {
  const webhook = appWebhookAt(services, address)
  if (webhook === null) throw noSuchAddress()
  return webhook
}

/** The shape is the vendor's. */
const VendorAnswer = Type.Object({}, { additionalProperties: true })

export const inboundRoutes = [
  route({
    ...common,
    method: 'POST',
    url: '/v1/inbound/:provider/:token',
    id: 'receiveInbound',
    summary: 'Receive a webhook of a provider',
    admit: async ({ services, params }) => {
      if (appWebhookAt(services, params)) return
      if (!(await knowsInbound(services, params.provider, params.token))) throw noSuchAddress()
    },
    params: Params,
    // Some vendors (Lodgify) need an address of its own for every event.
    query: Type.Object(
      {
        event: Type.Optional(
          Type.String({ maxLength: 100, description: 'Kind of event, where the address says it.' }),
        ),
      },
      openQuery,
    ),
    body: Type.Unknown(),
    bodyOptional: true,
    takesAnyText: true,
    takesForms: true,
    reply: VendorAnswer,
    handle: async ({ services, params, query, body, headers, rawBody = Buffer.alloc(0) }) => {
      const sent = { headers: first(headers), rawBody }
      const webhook = appWebhookAt(services, params)
      if (!webhook) return takeNotice(services, params, { ...sent, body })
      const request = { ...sent, method: 'POST', under: null, query } as const
      return acceptDelivery(services, webhook, { ...params, request })
    },
  }),

  route({
    ...common,
    method: 'GET',
    url: '/v1/inbound/:provider/:token',
    id: 'askInbound',
    summary: 'Answer a question of a channel, or take a notice of a provider that stands in the address',
    admit: async ({ services, params }) => {
      if (appWebhookAt(services, params) || (await knowsByQuery(services, params))) return
      throw noSuchAddress()
    },
    params: Params,
    query: Type.Object({}, openQuery),
    reply: VendorAnswer,
    handle: ({ services, params, query, headers }) => {
      const sent = { headers: first(headers), rawBody: Buffer.alloc(0) }
      const webhook = appWebhookAt(services, params)
      if (!webhook) return takeNotice(services, params, { ...sent, body: query })
      const request = { ...sent, method: 'GET', under: null, query } as const
      return acceptDelivery(services, webhook, { ...params, request })
    },
  }),

  route({
    ...common,
    method: 'PUT',
    url: '/v1/inbound/:provider/:token/:code',
    id: 'askInboundChange',
    summary: 'Answer what a channel asks about a booking',
    admit: admitApp,
    params: ParamsWithCode,
    query: Type.Object({}, openQuery),
    body: Type.Unknown(),
    bodyOptional: true,
    takesAnyText: true,
    reply: VendorAnswer,
    handle: ({ services, params, query, headers, rawBody = Buffer.alloc(0) }) =>
      acceptDelivery(services, appOf(services, params), {
        ...params,
        request: { method: 'PUT', under: params.code, query, headers: first(headers), rawBody },
      }),
  }),
]
