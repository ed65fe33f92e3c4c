/** Routes that list the listings sold at Vrbo. */
import { Type } from 'typebox'
import { VrboListing, VrboMapBody, VrboMapped, vrboListingStatuses } from '../../../contract/channel-vrbo.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { openWrite } from '../../../platform/outbox.ts'
import { rehearse } from '../../../platform/rehearse.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { feedAccounts } from '../../../records/feed-accounts/queries.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route } from '../../route.ts'
import { placeListing } from '../../calendar/public.ts'
import { listingsById, vrboListings, vrboListingTotal } from './queries.ts'

const tag = 'Vrbo'

/** The requested account. Throws where none is active, or several are and none is named. */
async function findActiveAccount(
  db: Queryable,
  scope: Scope,
  accountId: string | undefined,
): Promise<string> {
  const active = (await feedAccounts(db, scope)).filter(({ revokedAt }) => revokedAt === null)
  const [only, ...others] = active
  if (!only)
    throw new ApiError('no_connection', 'No account of Vrbo is active.', {
      provider: 'vrbo',
      reconnect: { method: 'POST', path: '/v1/connect/vrbo' },
    })
  const ids = active.map(({ id }) => id)
  if (accountId === undefined) {
    if (others.length === 0) return only.id
    throw new ApiError('invalid_params', 'Several accounts of Vrbo are active: name one as `accountId`.', {
      field: 'accountId',
      valid_values: ids,
    })
  }
  if (ids.includes(accountId)) return accountId
  throw new ApiError('not_found', `No active account ${accountId} of Vrbo in this workspace.`, {
    field: 'accountId',
    value_received: accountId,
    valid_values: ids,
  })
}

const ListListings = listQuery(
  {
    status: Type.Optional(
      oneOfStrings(vrboListingStatuses, { description: 'Only those that can be booked there, or cannot.' }),
    ),
  },
  { defaultLimit: 50 },
)

export const vrboListingRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/vrbo/listings',
    id: 'listVrboListings',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'List what is sold at Vrbo',
    description:
      'Listings in our feeds, and those that a PMS says it sells there. Those that are inactive here are left out.',
    query: ListListings,
    reply: listOf(VrboListing),
    errors: [],
    handle: (context) => {
      const { services, scope, query } = context
      const isActive = query.status === undefined ? undefined : query.status === 'active'
      return listPage(context, {
        defaultLimit: 50,
        ordering: listingsById,
        rows: (page) => vrboListings(services.db, scope, isActive, page),
        total: () => vrboListingTotal(services.db, scope, isActive),
        item: ({ externalId, listingId, title, name, city, active }): VrboListing => ({
          id: externalId,
          listingId,
          name: title ?? name,
          status: active ? 'active' : 'inactive',
          listingName: name,
          listingCity: city,
        }),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/channels/vrbo/listings/map',
    id: 'mapVrboListing',
    family: 'connections',
    tag,
    summary: 'Put a listing into the feeds of an account, or take it out',
    description:
      'Vrbo sees it when it fetches next. Taken out, it stays there as not active with every night closed, so that Vrbo learns of it. Its markup at Vrbo is set with `PUT /v1/listings/{id}/markups`.',
    account: 'refused',
    query: DryRun,
    body: VrboMapBody,
    reply: VrboMapped,
    errors: ['no_connection', 'invalid_params', 'invalid_state', 'listing_inactive', 'not_found'],
    statuses: { no_connection: 404 },
    handle: (context) => {
      const { services, scope, query, body } = context
      const listingId = String(body.listingId)
      const { syncEnabled: isSold = true } = body
      const work = async (tx: Queryable): Promise<VrboMapped> => {
        const accountId = await findActiveAccount(tx, scope, body.accountId)
        const write = await openWrite(tx, scope, services.clock.now())
        const { alreadyMapped } = await placeListing(write, { accountId, listingId, isSold })
        return {
          success: true,
          alreadyMapped,
          listingId,
          vrboListingId: listingId,
          externalAccountId: accountId,
          syncEnabled: isSold,
        }
      }
      return query.dry_run === true ? rehearse(services.db, work) : writeOnce(context, work)
    },
  }),
]
