import { Type } from 'typebox'
import { PlumWebhook, PlumWebhooks, PlumWebhooksBody } from '../../../contract/channel-plumguide.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route } from '../../route.ts'
import { callErrors } from './errors.ts'
import { listAccounts } from './find-home.ts'
import { base, tag } from './provider.ts'
import { findAccount, readHook, replaceHook, restoreHook } from './webhooks.ts'

const url = `${base}/webhooks`
const Query = Type.Object(
  {
    ...DryRun.properties,
    account_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        pattern: '^[^\\u0000]*$',
        description: 'Client id of the host, where several are connected.',
        examples: ['host-1042'],
      }),
    ),
  },
  { additionalProperties: false },
)
const errors = ['not_found', ...callErrors] as const

/** Events of all channels come through `POST /v1/webhooks`; this is the address Plum Guide itself calls. */
export const plumWebhookRoutes = [
  route({
    method: 'GET',
    url,
    id: 'getPlumguideWebhooks',
    family: 'webhooks',
    ofListings: 'refused',
    tag,
    summary: 'See where Plum Guide tells bookings',
    description:
      'Asked of Plum Guide now, for every connected account. Each has one address, which is this server’s unless somebody set another.',
    reply: PlumWebhooks,
    errors: callErrors.filter((code) => code !== 'no_connection'),
    handle: async ({ services, scope }) => {
      const accounts = (await listAccounts(services, scope)).filter(({ status }) => status !== 'disconnected')
      const data: PlumWebhook[] = []
      for (const account of accounts) data.push(await readHook(services, scope, account))
      return { data, pagination: { nextCursor: null, hasMore: false, total: data.length } }
    },
  }),
  route({
    method: 'PUT',
    url,
    id: 'replacePlumguideWebhooks',
    family: 'webhooks',
    ofListings: 'refused',
    tag,
    summary: 'Replace where Plum Guide tells bookings',
    description:
      'Everything there is is replaced, also the address of this server: bookings of the account are then found by reading its list, every few minutes. To be told of events here too subscribe with `POST /v1/webhooks` instead.',
    query: Query,
    body: PlumWebhooksBody,
    reply: PlumWebhook,
    errors,
    statuses: { no_connection: 404 },
    handle: async ({ services, scope, query, body }) => {
      const account = await findAccount(services, scope, query.account_id)
      const change = { url: body.endpoints.bookings, dryRun: query.dry_run === true }
      return replaceHook(services, scope, account, change)
    },
  }),
  route({
    method: 'DELETE',
    url,
    id: 'deletePlumguideWebhooks',
    family: 'webhooks',
    ofListings: 'refused',
    tag,
    summary: 'Have Plum Guide tell this server again',
    description: 'Takes away what was set, and puts an address of this server in its place. Can be repeated.',
    query: Query,
    reply: PlumWebhook,
    errors,
    statuses: { no_connection: 404 },
    handle: async ({ services, scope, query }) => {
      const account = await findAccount(services, scope, query.account_id)
      return restoreHook(services, scope, account, { dryRun: query.dry_run === true })
    },
  }),
]
