/** Maps stored columns to the records of `/v1/listings` and `/v1/properties`. Pure. */
import {
  ListingContent,
  ListingDetails,
  ListingPhoto,
  ListingPolicies,
  type ActiveListing,
  type ListingRow,
} from '../../contract/listing.ts'
import type { AmenityRow } from '../../contract/listing.ts'
import type { Markups } from '../../contract/markup.ts'
import type { ActiveProperty, PropertyDetail, PropertyRow } from '../../contract/property.ts'
import type { Unit } from '../../contract/unit.ts'
import type { ListingColumns, MarkupRow } from './queries.ts'

/** All documented keys, null where nothing is stored; null where there is no stored object. */
function fillKeys<T>(stored: unknown, keys: readonly string[]): T | null {
  if (typeof stored !== 'object' || stored === null) return null
  const values = stored as Record<string, unknown>
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null])) as T
}

const lifecycle = (row: ListingColumns) => (row.archived_at ? 'archived' : row.lifecycle_status)

const identity = (row: ListingColumns) => ({
  id: row.id,
  name: row.name,
  publicName: row.public_name,
  lifecycleStatus: lifecycle(row),
  channels: row.channels as ActiveListing['channels'],
  updatedAt: row.updated_at.toISOString(),
})

export function toActiveListing(row: ListingColumns, include: readonly string[]): ActiveListing {
  return {
    ...identity(row),
    status: row.archived_at ? 'archived' : 'active',
    active: true,
    address: { street: row.street, city: row.city },
    city: row.city,
    currency: row.currency,
    thumbnailUrl: row.thumbnail_url,
    ...(include.includes('content')
      ? { content: fillKeys<ListingContent>(row.content, ListingContent.required) }
      : {}),
    ...(include.includes('details')
      ? { details: fillKeys<ListingDetails>(row.details, ListingDetails.required) }
      : {}),
    createdAt: row.created_at.toISOString(),
  }
}

/** An inactive row shows its identity only. */
export function toListingRow(row: ListingColumns, include: readonly string[]): ListingRow {
  if (row.active) return toActiveListing(row, include)
  return {
    ...identity(row),
    status: row.archived_at ? 'archived' : 'inactive',
    active: false,
    inactiveReason: row.inactive_reason as 'plan_limit' | 'unlisted_on_airbnb' | 'deactivated' | null,
    ...(include.includes('thumbnail') ? { thumbnailUrl: row.thumbnail_url } : {}),
  }
}

export function toAmenities(row: ListingColumns): AmenityRow[] {
  return (row.amenities as (Partial<AmenityRow> & { amenityKey: string; isPresent: boolean })[]).map(
    (amenity) => ({
      amenityKey: amenity.amenityKey,
      category: amenity.category ?? null,
      isPresent: amenity.isPresent,
      instruction: amenity.instruction ?? null,
    }),
  )
}

/** Empty unless `photos` was read. */
export const toPhotos = (stored: unknown): ListingPhoto[] =>
  (Array.isArray(stored) ? stored : []).flatMap(
    (photo: unknown) => fillKeys<ListingPhoto>(photo, ListingPhoto.required) ?? [],
  )

export const toPolicies = (stored: unknown): ListingPolicies =>
  fillKeys<ListingPolicies>(stored ?? {}, ListingPolicies.required) as ListingPolicies

export const degrees = (value: string | null) => (value === null ? null : Number(value))

const publishedOn = (row: ListingColumns) =>
  [
    ...new Set(row.channels.filter((link) => link.active).map((link) => link.platform)),
  ] as PropertyRow['channels']

export function toPropertyRow(row: ListingColumns): PropertyRow {
  const base = {
    id: row.id,
    name: row.name,
    lifecycleStatus: lifecycle(row),
    channels: publishedOn(row),
    updatedAt: row.updated_at.toISOString(),
  }
  if (!row.active) return { ...base, status: 'inactive' }
  const active: ActiveProperty = {
    ...base,
    publicName: row.public_name,
    address: row.street,
    city: row.city,
    currency: row.currency,
    status: 'active',
    accounts: row.account ? [row.account] : [],
  }
  return active
}

export function toPropertyDetail(row: ListingColumns, include: readonly string[]): PropertyDetail {
  return {
    id: row.id,
    name: row.name,
    lifecycleStatus: lifecycle(row),
    address: row.street,
    city: row.city,
    currency: row.currency,
    latitude: degrees(row.latitude),
    longitude: degrees(row.longitude),
    status: row.active ? 'active' : 'inactive',
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(include.includes('amenities') ? { amenities: toAmenities(row) } : {}),
  }
}

export interface UnitColumns {
  id: string
  name: string
  active: boolean
  parent_id: string | null
  housekeeping_status: string | null
  floor: string | null
  source: string | null
}

export function toUnit(row: UnitColumns): Unit {
  return {
    id: row.id,
    name: row.name,
    active: row.active,
    parentId: row.parent_id,
    housekeepingStatus: row.housekeeping_status,
    floor: row.floor,
    source: row.source ?? 'repull',
  }
}

const percent = (value: string | null) => (value === null ? null : Number(value))

export function toMarkups(id: string, rows: readonly MarkupRow[]): Markups {
  const hotels = Map.groupBy(
    rows.filter((row) => row.platform === 'booking'),
    (row) => row.hotel_id ?? row.external_id,
  )
  return {
    id,
    airbnb: rows
      .filter((row) => row.platform === 'airbnb')
      .map((row) => ({ airbnbId: row.external_id, markupPercent: percent(row.markup_percent) })),
    booking: [...hotels].map(([hotelId, [first]]) => ({
      hotelId,
      markupPercent: percent(first?.markup_percent ?? null),
      listingIds: first?.hotel_id ? first.listing_ids : [id],
    })),
    vrbo: rows
      .filter((row) => row.platform === 'vrbo')
      .map((row) => ({ vrboId: row.external_id, markupPercent: percent(row.markup_percent) })),
  }
}
