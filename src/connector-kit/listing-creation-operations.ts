/** Creates channel listings from this server's listings. */
import type { VendorContext } from './vendor-context.ts'

export interface NewChannelListing {
  /**
   * The marker is part of the channel's listing, so that it is found again: up to 40 characters of a-z, 0-9
   * and `-`.
   */
  marker: string
  name: string
  /** These are the channel's words; null when unknown. */
  propertyTypeGroup: string | null
  propertyTypeCategory: string | null
  roomTypeCategory: string | null
  bedrooms: number | null
  beds: number | null
  /** Half bathrooms are allowed. */
  bathrooms: number | null
  personCapacity: number | null
  street: string
  city: string
  state: string | null
  postalCode: string | null
  /** The code has two letters. */
  countryCode: string
  latitude: number | null
  longitude: number | null
  units: number
}

export interface ListingCreation {
  /** Returns the id of the channel listing with the marker, or null. */
  find(context: VendorContext, marker: string): Promise<string | null>
  /** Makes one attempt; the listing is not visible to guests. Returns the channel's id. */
  create(context: VendorContext, draft: NewChannelListing): Promise<string>
}
