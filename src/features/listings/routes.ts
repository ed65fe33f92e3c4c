import { Type } from 'typebox'
import { sql } from 'kysely'
import { ListingDetail, ListingRow, ListingStatusBody, ListingStatusResult } from '../../contract/listing.ts'
import { Markups } from '../../contract/markup.ts'
import { sellerNames, listOf } from '../../contract/shared.ts'
import { UnitList } from '../../contract/unit.ts'
import { listPage, listQuery, type ListOrdering } from '../../http/list.ts'
import {
  asOfParameter,
  HistoryQuery,
  HistoryReply,
  readHistoryPage,
  readAsOf,
  assertExistedAt,
} from '../guests/public.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { includeParameter, parseInclude } from '../../http/params/include.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { TextFilter } from '../../http/params/text-filter.ts'
import { capabilitiesFor } from './capabilities.ts'
import {
  degrees,
  toActiveListing,
  toAmenities,
  toListingRow,
  toMarkups,
  toPhotos,
  toPolicies,
  toUnit,
  type UnitColumns,
} from './map.ts'
import { listing, listings, listingTotal, markups, units, type ListingColumns } from './queries.ts'
import { listingStory } from './story-queries.ts'
import { changeListingStatus } from './switch-listings.ts'
import { oneOfStrings } from '../../contract/fields.ts'
import { listingInactive } from '../../records/listings/active.ts'
import { pastState, withFields } from '../../records/past/state.ts'

const listExpansions = ['content', 'details', 'thumbnail']
const detailExpansions = ['amenities', 'content', 'details', 'photos', 'policies']

export const Search = TextFilter(200, 'Only listings whose name, street or city contains this, in any case.')

export const listingsById: ListOrdering<ListingColumns> = {
  name: 'id',
  direction: 'asc',
  keys: [{ expression: sql`listings.id`, type: 'bigint', valueOf: (row) => row.id }],
}

const ListListings = listQuery(
  {
    q: Search,
    status: Type.Optional(
      oneOfStrings(['active', 'inactive', 'archived', 'all'], { description: 'Default `active`.' }),
    ),
    channel: Type.Optional(
      oneOfStrings(sellerNames, { description: 'Only listings published on this channel.' }),
    ),
    include: includeParameter(listExpansions),
  },
  { defaultLimit: 20 },
)

export const listingRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings',
    shaped: 'listing',
    versioned: 'by records',
    id: 'listListings',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'List listings',
    description: 'Ordered by `id`, ascending. An inactive listing shows identity fields only.',
    query: ListListings,
    reply: listOf(ListingRow),
    errors: [],
    handle: (context) => {
      const { services, scope, query } = context
      const include = parseInclude(query.include, listExpansions)
      const filters = {
        status: query.status ?? ('active' as const),
        ...(query.q === undefined ? {} : { q: query.q }),
        ...(query.channel === undefined ? {} : { channel: query.channel }),
      }
      return listPage(context, {
        defaultLimit: 20,
        ordering: listingsById,
        rows: (page) => listings(services.db, scope, filters, page, include),
        total: () => listingTotal(services.db, scope, filters),
        item: (row) => toListingRow(row, include),
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id',
    shaped: 'listing',
    id: 'getListing',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'Get a listing',
    description:
      'One listing in full, whatever its number of units, with what can be done on it (`capabilities`) and its units.',
    params: idParams('listing'),
    query: Type.Object(
      {
        include: includeParameter(detailExpansions),
        ...asOfParameter(
          ' Whether it may be seen, and what can be done on it (`capabilities`), is asked of now; `listing_inactive` where it was switched off then.',
        ),
      },
      { additionalProperties: false },
    ),
    reply: ListingDetail,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async (context) => {
      const { services, scope, params, query, fail } = context
      const include = parseInclude(query.include, detailExpansions)
      const now = async (db: Queryable) => {
        const [row, rooms] = [await listing(db, scope, params.id, include), await units(db, scope, params.id)]
        return row ? { row, rooms: rooms as readonly UnitColumns[] } : fail('not_found')
      }
      const { row, rooms } =
        query.as_of === undefined
          ? await now(services.db)
          : await readAsOf(context, query.as_of, async (db, at) => listingAt(db, scope, await now(db), at))
      return {
        ...toActiveListing(row, include),
        latitude: degrees(row.latitude),
        longitude: degrees(row.longitude),
        ...(include.includes('amenities') ? { amenities: toAmenities(row) } : {}),
        ...(include.includes('photos') ? { photos: toPhotos(row.photos) } : {}),
        ...(include.includes('policies') ? { policies: toPolicies(row.policies) } : {}),
        capabilities: capabilitiesFor(row.keeper, services.connectors),
        units: rooms.map(toUnit),
      }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id/units',
    id: 'listListingUnits',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'List the rooms of a listing',
    description: 'The rooms that a hotel-model listing sells; empty for a single home.',
    params: idParams('listing'),
    reply: UnitList,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params }) => {
      const rows = await units(services.db, scope, params.id)
      return { listingId: params.id, total: rows.length, data: rows.map(toUnit) }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id/markups',
    id: 'getListingMarkups',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'Get the channel markups of a listing',
    description:
      "What each channel adds to the listing's own price, in percent. A Booking.com markup belongs to the hotel and is shared by its listings.",
    params: idParams('listing'),
    reply: Markups,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params }) =>
      toMarkups(params.id, await markups(services.db, scope, params.id)),
  }),

  route({
    method: 'POST',
    url: '/v1/listings/status',
    id: 'updateListingStatus',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'Activate or deactivate listings',
    description:
      'All or nothing. Also answers while the workspace has more active listings than its plan allows, so that some can be switched off.',
    body: ListingStatusBody,
    reply: ListingStatusResult,
    errors: ['listings_limit_exceeded'],
    overCap: 'allow',
    handle: (context) => changeListingStatus(context, context.body),
  }),

  route({
    method: 'GET',
    url: '/v1/listings/:id/history',
    id: 'listListingChanges',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'List the changes of a listing',
    description:
      'Every change of what the listing says of itself, the newest first, with the fields it changed before and after and with its cause. Nights and their prices are no part of it; of a change of links or texts in other languages the fields are empty or null.',
    params: idParams('listing'),
    query: HistoryQuery,
    reply: HistoryReply,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: (context) =>
      readHistoryPage(context, async (db) => {
        const { scope, params, fail } = context
        const now = await listingStory(db, scope, params.id)
        return now ? { ref: { type: 'listing', id: params.id }, now } : fail('not_found')
      }),
  }),
]

/** A listing as of a past moment; its capabilities are always those of now. */
interface PastListing {
  active: boolean
  inactiveReason: string | null
  lifecycleStatus: string | null
  archivedAt: string | null
  updatedAt: string
}

/** Throws for a listing that did not exist yet or was inactive. */
async function listingAt<L extends ListingColumns>(
  db: Queryable,
  scope: Scope,
  now: { row: L; rooms: readonly UnitColumns[] },
  at: Date,
): Promise<{ row: L; rooms: readonly UnitColumns[] }> {
  assertExistedAt('Listing', now.row, at)
  const ref = { type: 'listing', id: now.row.id } as const
  const { fields, parts, changedAt } = await pastState(db, scope, ref, ['row', 'channels', 'units'], at)
  const was = parts.get('row') as PastListing | undefined
  const told = withFields(now.row, fields)
  const isChanged = Object.keys(fields).length > 0
  const row = {
    ...told,
    ...(was === undefined
      ? { updated_at: (isChanged ? changedAt : null) ?? now.row.updated_at }
      : {
          active: was.active,
          inactive_reason: was.inactiveReason,
          lifecycle_status: was.lifecycleStatus,
          archived_at: was.archivedAt === null ? null : new Date(was.archivedAt),
          updated_at: new Date(was.updatedAt),
        }),
    channels: (parts.get('channels') as L['channels'] | undefined) ?? now.row.channels,
  }
  if (!row.active) throw listingInactive([row])
  return { row, rooms: (parts.get('units') as UnitColumns[] | undefined) ?? now.rooms }
}
