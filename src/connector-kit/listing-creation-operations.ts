/** Listings that are made at a channel, of a listing of ours. */
import type { VendorContext } from './vendor-context.ts'

export interface NewChannelListing {
  /** Stands inside of the channel's listing, so that it is known again: at most 40 characters of a-z, 0-9 and `-`. */
  marker: string
  name: string
  /** In the channel's words; null: not known here. */
  propertyTypeGroup: string | null
  propertyTypeCategory: string | null
  roomTypeCategory: string | null
  bedrooms: number | null
  beds: number | null
  /** In halves. */
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
  /** The channel's id of the account's listing that carries the marker; null: there is none. */
  find(context: VendorContext, marker: string): Promise<string | null>
  /** One attempt; guests do not find what it makes. Answers the channel's id of it. */
  create(context: VendorContext, draft: NewChannelListing): Promise<string>
}
