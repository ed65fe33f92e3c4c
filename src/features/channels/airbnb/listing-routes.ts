import { Type } from 'typebox'
import { sql } from 'kysely'
import { AirbnbListing, type AirbnbListingLink } from '../../../contract/channel-airbnb-listings.ts'
import { readOf, readPageOf } from '../../../contract/channel-airbnb.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { listPage, listQuery, type ListOrdering } from '../../../http/list.ts'
import { includeParameter, parseInclude } from '../../../http/params/include.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { linkHealth, type LinkHealthLookup } from '../../calendar/public.ts'
import { AccountIdFilter, selectAccounts } from './accounts.ts'
import { findLinks } from './content/find-link.ts'
import {
  listingOnAirbnb,
  listingsOnAirbnb,
  listingsOnAirbnbTotal,
  type AirbnbListingRow,
  type AirbnbListingLinkRow,
} from './listing-queries.ts'
import { fractionOfPercent } from '../../../platform/decimal.ts'
import { driftAction } from '../../../contract/channel-mapping.ts'

const tag = 'Airbnb'
const listExpansions = ['amenities', 'thumbnail']
const detailExpansions = ['amenities']

const byId: ListOrdering<AirbnbListingRow> = {
  name: 'id',
  direction: 'asc',
  keys: [{ expression: sql`listings.id`, type: 'bigint', valueOf: (row) => row.id }],
}

export const airbnbListingRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/listings',
    id: 'listAirbnbListings',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'List listings on Airbnb',
    description:
      'Listings that a connected host has on Airbnb, ordered by `id`, each with its links: account, markup, what can be written there, and how it does.',
    query: listQuery(
      {
        status: Type.Optional(
          oneOfStrings(['active', 'inactive', 'all'], { description: 'Default `active`.' }),
        ),
        account_id: AccountIdFilter,
        include: includeParameter(listExpansions),
      },
      { defaultLimit: 20 },
    ),
    reply: readPageOf(AirbnbListing),
    errors: ['not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const include = parseInclude(query.include, listExpansions)
      const { connectionIds, dataFreshness } = await selectAccounts(services, scope, query.account_id)
      const filters = { connectionIds, status: query.status ?? ('active' as const) }
      const page = await listPage(context, {
        defaultLimit: 20,
        ordering: byId,
        rows: (pageRequest) =>
          listingsOnAirbnb(
            services.db,
            scope,
            { ...filters, isOfAllHosts: query.account_id === undefined },
            pageRequest,
          ),
        total: () => listingsOnAirbnbTotal(services.db, scope, filters),
        item: (row) => row,
      })
      const healthOf = await linkHealth(
        services,
        scope,
        page.data.map(({ id }) => id),
      )
      const data = page.data.map((row) => toAirbnbListing(row, { include, healthOf }))
      return { ...page, data, dataFreshness }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/channels/airbnb/listings/:id',
    id: 'getAirbnbListing',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'Get a listing on Airbnb',
    description: 'One listing with its links, in the same shape as in the list.',
    params: idParams('listing'),
    query: Type.Object({ include: includeParameter(detailExpansions) }, { additionalProperties: false }),
    reply: readOf(AirbnbListing),
    errors: ['listing_inactive', 'airbnb_link_missing', 'no_connection'],
    statuses: { no_connection: 404 },
    listing: 'params.id',
    handle: async ({ services, scope, params, query, fail }) => {
      const include = parseInclude(query.include, detailExpansions)
      const { connectionIds, dataFreshness } = await selectAccounts(services, scope)
      const row = await listingOnAirbnb(services.db, scope, {
        connectionIds,
        status: 'all',
        listingId: params.id,
      })
      if (!row) {
        // Throws an error that says whether the host or the link is missing.
        await findLinks(services, scope, params.id)
        return fail('not_found')
      }
      const healthOf = await linkHealth(services, scope, [row.id])
      return { data: toAirbnbListing(row, { include, healthOf }), dataFreshness }
    },
  }),
]

/** Maps listings to what the Airbnb routes show. Pure. */
interface ListingViewOptions {
  include: readonly string[]
  healthOf: LinkHealthLookup
}

function toLink(
  row: AirbnbListingLinkRow,
  isFirst: boolean,
  { include, healthOf }: ListingViewOptions,
): AirbnbListingLink {
  const { connectionId, externalId, host, amenities, syncCategory } = row
  return {
    id: `${connectionId}:${externalId}`,
    airbnbId: externalId,
    accountId: host.id,
    accountName: host.name,
    hostId: host.id,
    hostName: host.name,
    active: row.isUp && row.isOpen !== false,
    syncEnabled: row.mendsDrift !== null,
    onDrift: driftAction(row.mendsDrift),
    primary: isFirst,
    markup: row.markupPercent === null ? null : fractionOfPercent(row.markupPercent),
    syncCategory,
    writable: syncCategory !== 'none',
    lockedFields: row.lockedFields,
    health: healthOf(row),
    createdAt: row.createdAt,
    ...(include.includes('amenities')
      ? {
          amenities: amenities?.amenities ?? null,
          accessibility_amenities: amenities?.accessibility_amenities ?? null,
        }
      : {}),
  }
}

function toAirbnbListing(row: AirbnbListingRow, show: ListingViewOptions): AirbnbListing {
  const { include } = show
  const links = row.links.toSorted((a, b) => Number(b.keeps) - Number(a.keeps))
  return {
    id: row.id,
    listingId: row.id,
    name: row.name,
    publicName: row.public_name,
    city: row.city,
    status: row.active ? 'active' : 'inactive',
    ...(row.active
      ? {}
      : { inactiveReason: row.inactive_reason as AirbnbListing['inactiveReason'] & string }),
    ...(include.includes('thumbnail') ? { thumbnailUrl: row.thumbnail_url } : {}),
    connections: links.map((link, index) => toLink(link, index === 0, show)),
  }
}
