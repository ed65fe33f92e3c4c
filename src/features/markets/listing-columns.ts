/** Reading, storing and comparing share this list of a market listing's columns. */
export const listingColumns = {
  name: 'text',
  property_type: 'text',
  room_type: 'text',
  bedrooms: 'integer',
  capacity: 'integer',
  rating: 'numeric',
  reviews: 'integer',
  price: 'integer',
  first_review: 'date',
  thumbnail_url: 'text',
} as const

export interface MarketListing extends Record<keyof typeof listingColumns, string | number | null> {
  name: string | null
  property_type: string | null
  room_type: string | null
  bedrooms: number | null
  capacity: number | null
  /** At most 5, as decimal text. */
  rating: string | null
  reviews: number
  /** Hundredths of the market's currency. */
  price: number | null
  first_review: string | null
  thumbnail_url: string | null
}

export const columnNames = Object.keys(listingColumns) as (keyof typeof listingColumns)[]
