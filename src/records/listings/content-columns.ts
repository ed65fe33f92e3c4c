/** Columns of a listing's content. */
import type { OwnFields } from './own-values.ts'

/** Columns a section replaces as a whole. */
export interface ContentColumns {
  public_name: string | null
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country_code: string | null
  latitude: string | null
  longitude: string | null
  currency: string | null
  default_nightly_price: string | null
  thumbnail_url: string | null
  amenities: object[]
  photos: object[]
  rooms: object[]
  checkout_tasks: object[]
}

/** Object columns, of which a section changes single fields; null clears a field. */
export const objectColumns = ['content', 'details', 'pricing', 'policies'] as const

export type ObjectColumn = (typeof objectColumns)[number]

export type ContentValues = ContentColumns & Record<ObjectColumn, OwnFields | null>
