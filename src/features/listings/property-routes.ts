/** `/v1/properties`: the older name for listings, with its own record and filters. */
import { Type } from 'typebox'
import { sql } from 'kysely'
import { PropertyDetail, PropertyRow } from '../../contract/property.ts'
import { sellerNames, listOf } from '../../contract/shared.ts'
import { oneOfStrings } from '../../contract/fields.ts'
import { listPage, listQuery, type ListOrdering } from '../../http/list.ts'
import { parseUpdatedSince, UpdatedSince } from '../../http/updated-since.ts'
import { AccountFilter, parseAccount } from '../../http/params/account-filter.ts'
import { includeParameter, parseInclude } from '../../http/params/include.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { TextFilter } from '../../http/params/text-filter.ts'
import { toPropertyDetail, toPropertyRow } from './map.ts'
import type { ListingListFilters } from './list-queries.ts'
import { listing, listings, listingTotal, type ListingColumns } from './queries.ts'
import { listingsById, Search } from './routes.ts'

const byChange: ListOrdering<ListingColumns> = {
  name: 'updatedAt',
  direction: 'asc',
  keys: [
    {
      expression: sql`listings.updated_at`,
      type: 'timestamptz',
      valueOf: (row) => row.updated_at.toISOString(),
    },
    { expression: sql`listings.id`, type: 'bigint', valueOf: (row) => row.id },
  ],
}

const ListProperties = listQuery(
  {
    account: AccountFilter,
    q: Search,
    status: Type.Optional(
      oneOfStrings(['active', 'inactive', 'all'], { description: 'By the active flag. Default `active`.' }),
    ),
    lifecycle_status: TextFilter(
      40,
      'Only this lifecycle state, for example `live`, `draft` or `archived`; `all` for every one.',
    ),
    channel: Type.Optional(
      oneOfStrings(sellerNames, {
        description: 'Only with an active link on this channel.',
      }),
    ),
    updated_since: UpdatedSince,
    provider: TextFilter(60, 'Only properties that came through this provider.', { deprecated: true }),
  },
  { defaultLimit: 50 },
)

const include = ['amenities']

export const propertyRoutes = [
  route({
    method: 'GET',
    url: '/v1/properties',
    shaped: 'property',
    versioned: 'by records',
    id: 'listProperties',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Properties',
    summary: 'List properties',
    description:
      'The older name of `/v1/listings`. Ordered by `id`; with `updated_since` by `updatedAt`, then `id`.',
    query: ListProperties,
    reply: listOf(PropertyRow),
    errors: [],
    handle: (context) => {
      const { services, scope, query } = context
      const updatedSince =
        query.updated_since === undefined ? undefined : parseUpdatedSince(query.updated_since)
      const filters: ListingListFilters = {
        activity: query.status ?? 'active',
        account: parseAccount(query.account),
        updatedSince,
        ...(query.q === undefined ? {} : { q: query.q }),
        ...(query.lifecycle_status === undefined ? {} : { lifecycle: query.lifecycle_status }),
        ...(query.channel === undefined ? {} : { channel: query.channel }),
        ...(query.provider === undefined ? {} : { provider: query.provider }),
      }
      return listPage(context, {
        defaultLimit: 50,
        ordering: updatedSince ? byChange : listingsById,
        rows: (page) => listings(services.db, scope, filters, page),
        total: () => listingTotal(services.db, scope, filters),
        item: toPropertyRow,
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/properties/:id',
    shaped: 'property',
    versioned: 'by records',
    id: 'getProperty',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Properties',
    summary: 'Get a property',
    description: 'The older name of `/v1/listings/{id}`.',
    params: idParams('property'),
    query: Type.Object({ include: includeParameter(include) }, { additionalProperties: false }),
    reply: PropertyDetail,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params, query, fail }) => {
      const expansions = parseInclude(query.include, include)
      const row = await listing(services.db, scope, params.id, expansions)
      return row ? toPropertyDetail(row, expansions) : fail('not_found')
    },
  }),
]
