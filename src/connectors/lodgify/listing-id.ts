import { VendorError } from '../../connector-kit/vendor-error.ts'

/**
 * A listing is a room type of a property. Rates and availability need both numbers, so both are in its id: a
 * property that gets a second room type keeps the id of its first.
 */
export interface ListingPlace {
  propertyId: string
  roomTypeId: string
}

export function listingId(propertyId: string | number, roomTypeId: string | number): string {
  return `${propertyId}-${roomTypeId}`
}

/** Returns null for an id of another form. */
export function listingPlace(externalId: string): ListingPlace | null {
  const [, propertyId, roomTypeId] = /^(\d+)-(\d+)$/.exec(externalId) ?? []
  return propertyId === undefined || roomTypeId === undefined ? null : { propertyId, roomTypeId }
}

export function demandPlace(externalId: string): ListingPlace {
  const place = listingPlace(externalId)
  if (place === null) throw new VendorError('not_found', `no listing ${externalId}`)
  return place
}
