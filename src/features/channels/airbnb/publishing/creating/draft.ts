/** A new Airbnb listing as it is asked for: what has to be known at once. Everything else is sent afterwards. Pure. */
import { createHash } from 'node:crypto'
import type { NewChannelListing } from '../../../../../connector-kit/listing-creation-operations.ts'
import type { Plan } from '../plan.ts'
import { readinessOf } from '../status.ts'
import type { PlacedListing } from './queries.ts'

/** Of this listing alone, in whichever server it stands: ids are counted up in every one of them. */
export function markerOf(workspaceId: string, listingId: string, createdAt: Date): string {
  const whose = [workspaceId, listingId, createdAt.toISOString()].join(' ')
  return `lodgewire-${createHash('sha256').update(whose).digest('hex').slice(0, 20)}`
}

const [shortestName, longestName] = [8, 255]

const words: Record<string, string> = { postalCode: 'postal code', countryCode: 'country' }

/** In words, what has to be known here first. */
export function missingFor(listing: PlacedListing): string[] {
  const { name, countryCode } = listing
  const fits = name.length >= shortestName && name.length <= longestName
  const missing = [...readinessOf(listing).missing, ...(countryCode === null ? ['countryCode'] : [])]
  return [
    ...(fits ? [] : [`name of ${shortestName} to ${longestName} signs`]),
    ...missing.map((part) => words[part] ?? part),
  ]
}

const between = (value: unknown, least: number, most: number): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= least && number <= most ? number : null
}
const whole = (value: unknown, least: number, most: number): number | null => {
  const number = between(value, least, most)
  return number !== null && Number.isInteger(number) ? number : null
}

/** Of a listing of which nothing is missing. */
export function draftOf(
  listing: PlacedListing,
  { details: planned }: Pick<Plan, 'details'>,
  marker: string,
): NewChannelListing {
  const { name, street, city, state, postalCode, countryCode, latitude, longitude, units } = listing
  const details = listing.details ?? {}
  const bathrooms = between(details['bathrooms'], 0, 50)
  return {
    ...{ marker, name, street: street ?? '', city: city ?? '', state, postalCode },
    ...{ countryCode: countryCode ?? '', latitude, longitude, units: Math.max(1, units) },
    propertyTypeGroup: planned?.property_type_group ?? null,
    propertyTypeCategory: planned?.property_type_category ?? null,
    roomTypeCategory: planned?.room_type_category ?? null,
    bedrooms: whole(details['bedrooms'], 0, 50),
    beds: whole(details['beds'], 0, 50),
    bathrooms: bathrooms !== null && Number.isInteger(bathrooms * 2) ? bathrooms : null,
    personCapacity: whole(details['personCapacity'], 1, 99),
  }
}
