import { Type } from 'typebox'
import { saysNotApproved } from '../../../connector-kit/not-approved.ts'
import { PlumListings, type PlumListing } from '../../../contract/channel-plumguide.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { accountsFreshness, type ConnectionRow } from '../../accounts/public.ts'
import { IdFilter } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { linkHealth, type LinkHealthLookup } from '../../calendar/public.ts'
import { listAccounts } from './find-home.ts'
import { linkedUnits, type LinkedUnit } from '../engine/linked-unit-queries.ts'
import { base, provider, tag } from './provider.ts'

/** An account lists vetted homes only; the calendar of a home no longer vetted is refused. */
function stateOf(
  row: LinkedUnit,
  account: ConnectionRow | undefined,
  error: string | null,
): PlumListing['status'] {
  if (account?.status !== 'active') return 'not_connected'
  if (saysNotApproved(error)) return 'not_approved'
  return row.archived ? 'not_listed' : 'approved'
}

function toListing(
  row: LinkedUnit,
  account: ConnectionRow | undefined,
  healthOf: LinkHealthLookup,
): PlumListing {
  const health = healthOf(row)
  return {
    id: row.listingId,
    name: row.name,
    status: stateOf(row, account, health.error),
    plumguideId: row.externalId,
    accountId: account?.external_account_id ?? '',
    city: row.city,
    active: row.active,
    writes: row.sells,
    health,
  }
}

export const plumListingRoutes = [
  route({
    method: 'GET',
    url: `${base}/listings`,
    id: 'listPlumguideListings',
    family: 'listings',
    ofListings: 'narrows',
    tag,
    summary: 'List listings on Plum Guide',
    description:
      'Homes of every account that was connected, at once, ordered by the id of the listing each of them is, with how far they are approved. A home that waits for its approval is in no list of Plum Guide, and not here.',
    query: Type.Object(
      { listing_id: IdFilter('Only the homes that this listing is.') },
      { additionalProperties: false },
    ),
    reply: PlumListings,
    errors: ['listing_inactive', 'not_found'],
    handle: async ({ services, scope, query }) => {
      const { listing_id: listingId } = query
      if (listingId !== undefined) await assertListingActive(services.db, scope, listingId)
      const [accounts, rows] = await Promise.all([
        listAccounts(services, scope),
        linkedUnits(services.db, scope, provider, { listingId }),
      ])
      const ids = rows.map((row) => row.listingId)
      const healthOf = await linkHealth(services, scope, [...new Set(ids)])
      const inOrder = rows.toSorted((a, b) => Number(a.listingId) - Number(b.listingId))
      const data = inOrder.map((row) => {
        const account = accounts.find(({ id }) => id === row.connectionId)
        return toListing(row, account, healthOf)
      })
      return {
        data,
        pagination: { nextCursor: null, hasMore: false, total: data.length },
        dataFreshness: accountsFreshness(services, scope, accounts),
      }
    },
  }),
]
