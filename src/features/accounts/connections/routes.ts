import { Type } from 'typebox'
import { capabilitiesOf, defaultWritePolicy } from '../../../connector-kit/capabilities.ts'
import {
  Connection,
  DisconnectResult,
  ProviderConnection,
  type WritePolicy,
} from '../../../contract/connection.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { feedAccounts, type FeedAccount } from '../../../records/feed-accounts/queries.ts'
import { isChannelName } from '../../../records/relay.ts'
import { route } from '../../route.ts'
import type { Services } from '../../../services.ts'
import { estimatedEnd, latestImport } from '../../sync/public.ts'
import { accessTypeOf } from '../../../upstream/granted.ts'
import { disconnect } from './disconnect.ts'
import { createFixUrl, accountsFreshness } from './accounts-freshness.ts'
import { isConnected, isReachable, toAccounts, toConnection, toImport } from './map-connection.ts'
import { findConnector, assertNotSignIn } from './find-connector.ts'
import { connectionRows, connectionsById, connectionsOf, connectionTotal } from './queries.ts'
import { viewWebhooks } from './vendor-webhook.ts'

const tag = 'Connect'
const provider = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'Id of the provider.',
  examples: ['hostaway'],
})
const ProviderParams = Type.Object({ provider }, { additionalProperties: false })

async function providerConnection(
  services: Services,
  scope: Scope,
  providerId: string,
): Promise<ProviderConnection> {
  const connector = findConnector(services, providerId)
  const rows = await connectionsOf(services.db, scope, providerId)
  const [first] = rows
  const writePolicy = (first?.write_policy as WritePolicy) ?? defaultWritePolicy(connector.manifest)
  // Capabilities are those of a PMS; channels describe theirs in their own routes.
  const capabilities = isChannelName(providerId)
    ? undefined
    : capabilitiesOf(connector, {
        connected: first?.status === 'active',
        prospective: !rows.some(isConnected),
        writePolicy,
      })
  const able = capabilities === undefined ? {} : { capabilities }
  // Accounts that fetch our feeds count as connected, although nothing is called there.
  const feeding = providerId === 'vrbo' ? (await feedAccounts(services.db, scope)).map(toFeedAccount) : []
  const connected = rows.some(isReachable) || feeding.some((account) => account.connected)
  if (!first) {
    if (feeding.length === 0) return { connected, provider: providerId, ...able }
    return { connected, provider: providerId, accounts: feeding, ...able }
  }
  const fixUrl = createFixUrl(services, scope)
  const run = await latestImport(services.db, scope, first.id)
  const now = services.clock.now()
  const known = {
    ...toAccounts(rows, now, fixUrl, (granted) => accessTypeOf(connector, granted)),
    writePolicy,
    import: toImport(run, run ? estimatedEnd(run, connector, now) : null),
    dataFreshness: accountsFreshness(services, scope, rows),
    webhooks: await viewWebhooks(services, scope, first.id),
  }
  const accounts = [...(known.accounts ?? []), ...feeding]
  return { connected, provider: providerId, ...known, accounts, ...able }
}

const toFeedAccount = ({
  id,
  name,
  revokedAt,
}: FeedAccount): NonNullable<ProviderConnection['accounts']>[number] => ({
  externalAccountId: id,
  name,
  pictureUrl: null,
  status: revokedAt === null ? 'active' : 'disconnected',
  connected: revokedAt === null,
})

export const connectionRoutes = [
  route({
    method: 'GET',
    url: '/v1/connect',
    id: 'listConnections',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'List connections',
    description: 'Every account that was ever connected, ordered by `id`.',
    query: listQuery({}, { defaultLimit: 20 }),
    reply: listOf(Connection),
    errors: [],
    handle: (context) =>
      listPage(context, {
        defaultLimit: 20,
        ordering: connectionsById,
        rows: (page) => connectionRows(context.services.db, context.scope, page),
        total: () => connectionTotal(context.services.db, context.scope),
        item: (row) =>
          toConnection(row, context.services.clock.now(), createFixUrl(context.services, context.scope)),
      }),
  }),

  route({
    method: 'GET',
    url: '/v1/connect/:provider',
    id: 'getProviderConnection',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'Get the connection to a provider',
    description:
      'With the progress of the import. Without a connection it says what the provider would be able to do.',
    params: ProviderParams,
    reply: ProviderConnection,
    errors: ['invalid_provider', 'not_implemented'],
    handle: ({ services, scope, params }) => {
      assertNotSignIn(params.provider)
      return providerConnection(services, scope, params.provider)
    },
  }),

  route({
    method: 'DELETE',
    url: '/v1/connect/:provider',
    id: 'disconnectProvider',
    family: 'connections',
    ofListings: 'refused',
    tag,
    summary: 'Disconnect an account',
    description:
      'The credentials are wiped, what was read stays. Listings that no connected account carries become inactive; connecting the account again brings them back.',
    params: ProviderParams,
    query: Type.Object(
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
    ),
    reply: DisconnectResult,
    errors: ['invalid_provider', 'invalid_params', 'no_connection', 'not_found'],
    statuses: { no_connection: 404 },
    handle: (context) => disconnect(context, context.params.provider, context.query.accountId),
  }),
]
