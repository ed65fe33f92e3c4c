/** Switches for what may be written to a provider; they survive a reconnect. */
import { wakeLinksOf } from '../../../records/selling/public.ts'
import { Type } from 'typebox'
import { defaultWritePolicy } from '../../../connector-kit/capabilities.ts'
import type { WritePolicy } from '../../../contract/connection.ts'
import { WritePolicyBody, WritePolicyResult } from '../../../contract/write-policy.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { route } from '../../route.ts'
import type { Services } from '../../../services.ts'
import { chooseAccount } from './choose-account.ts'
import { isConnected } from './map-connection.ts'
import { findConnector } from './find-connector.ts'
import { connectionsOf } from './queries.ts'
import { mergeWritePolicy } from '../../../upstream/connections/access-queries.ts'

const params = Type.Object(
  {
    provider: Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'Id of the PMS.',
      examples: ['hostaway'],
    }),
  },
  { additionalProperties: false },
)
const query = Type.Object(
  {
    accountId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The provider's id of the account; needed when several are connected.",
      }),
    ),
  },
  { additionalProperties: false },
)

interface WritePolicyCall {
  services: Services
  scope: Scope
  params: { provider: string }
  query: { accountId?: string }
}

async function chooseConnection({
  services,
  scope,
  params: { provider },
  query: { accountId },
}: WritePolicyCall) {
  const { manifest } = findConnector(services, provider)
  const rows = await connectionsOf(services.db, scope, provider)
  const row = chooseAccount(rows.filter(isConnected), provider, accountId)
  return { row, defaults: defaultWritePolicy(manifest) }
}

export const writePolicyRoutes = [
  route({
    method: 'GET',
    url: '/v1/connect/:provider/write-policy',
    id: 'getWritePolicy',
    family: 'connections',
    ofListings: 'refused',
    tag: 'Connect',
    summary: 'Get what may be written to a provider',
    description:
      'What may be written through this connection, and what a new connection of the provider starts with.',
    params,
    query,
    reply: WritePolicyResult,
    errors: ['invalid_provider', 'invalid_params', 'no_connection', 'not_found'],
    statuses: { no_connection: 404 },
    handle: async (context) => {
      const { row, defaults } = await chooseConnection(context)
      return {
        provider: context.params.provider,
        writePolicy: row.write_policy as WritePolicy,
        defaults,
      }
    },
  }),

  route({
    method: 'PATCH',
    url: '/v1/connect/:provider/write-policy',
    id: 'updateWritePolicy',
    family: 'connections',
    ofListings: 'refused',
    tag: 'Connect',
    summary: 'Change what may be written to a provider',
    description:
      'Only the switches that are sent change. They decide about `capabilities`, and stay when the account is connected again.',
    params,
    query,
    body: WritePolicyBody,
    reply: WritePolicyResult,
    errors: ['invalid_provider', 'invalid_params', 'invalid_body', 'no_connection', 'not_found'],
    statuses: { no_connection: 404 },
    handle: async (context) => {
      const { services, scope, body } = context
      const { row, defaults } = await chooseConnection(context)
      const at = services.clock.now()
      const writePolicy = await mergeWritePolicy(services.db, scope, row.id, body, at)
      await wakeLinksOf(services.db, scope, row.id, at)
      return { provider: context.params.provider, writePolicy, defaults }
    },
  }),
]
