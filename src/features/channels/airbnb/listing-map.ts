/** Listings as the routes of Airbnb show them. Pure. */
import type { AirbnbListing, AirbnbListingLink } from '../../../contract/channel-airbnb-listings.ts'
import { fractionOfPercent } from '../../../platform/decimal.ts'
import { driftAction } from '../../../contract/channel-mapping.ts'
import type { HealthOf } from '../../calendar/public.ts'
import type { LinkOfRow, ListingRow } from './listing-queries.ts'

interface Shown {
  include: readonly string[]
  healthOf: HealthOf
}

function toLink(row: LinkOfRow, isFirst: boolean, { include, healthOf }: Shown): AirbnbListingLink {
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

export function toAirbnbListing(row: ListingRow, show: Shown): AirbnbListing {
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
