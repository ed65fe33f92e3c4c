/** Creates channel listings from listings here. */
import type { VendorContext } from './vendor-context.ts'

export interface NewChannelListing {
  /** Part of the channel's listing, so that it is found again: up to 40 characters of a-z, 0-9 and `-`. */
  marker: string
  name: string
  /** In the channel's words; null when unknown. */
  propertyTypeGroup: string | null
  propertyTypeCategory: string | null
  roomTypeCategory: string | null
  bedrooms: number | null
  beds: number | null
  /** Halves are allowed. */
  bathrooms: number | null
  personCapacity: number | null
  street: string
  city: string
  state: string | null
  postalCode: string | null
  /** Two letters. */
  countryCode: string
  latitude: number | null
  longitude: number | null
  units: number
}

export interface ListingCreation {
  /** The id of the channel listing with the marker, or null. */
  find(context: VendorContext, marker: string): Promise<string | null>
  /** One attempt; the listing is not visible to guests. Returns the channel's id. */
  create(context: VendorContext, draft: NewChannelListing): Promise<string>
}
