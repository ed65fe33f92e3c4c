/** Writes the texts and facts of a listing. */
import type { VendorContext } from './vendor-context.ts'
import type { SectionError } from './section-error.ts'

/** A draft states how the listing should become; absent sections stay as they are, and null clears. */
export interface ListingDraft {
  title?: string | null
  descriptions?: Partial<Record<'summary' | 'description' | 'space' | 'guestAccess' | 'notes', string | null>>
  /** Times are `HH:MM`, property-local. */
  times?: { checkInTimeStart?: string | null; checkInTimeEnd?: string | null; checkOutTime?: string | null }
  capacity?: { maxGuests?: number; bedrooms?: number; beds?: number; bathrooms?: string }
  /** The list is complete, with names as in ListingRecord.amenities. */
  amenities?: string[]
  houseRules?: string | null
  address?: {
    street?: string
    city?: string
    state?: string
    postalCode?: string
    countryCode?: string
    latitude?: string
    longitude?: string
  }
  /** These photos are appended. */
  photos?: { url: string; caption?: string }[]
}

export interface ListingWrites {
  /** The vendor accepts these sections. */
  fields: Record<
    | 'title'
    | 'descriptions'
    | 'times'
    | 'capacity'
    | 'amenities'
    | 'houseRules'
    | 'address'
    | 'photosAdd'
    | 'photosDelete'
    | 'photosReorder'
    | 'photoCaptions',
    boolean
  >
  /** `applied` names the accepted sections. */
  write(
    context: VendorContext,
    request: { externalId: string; change: ListingDraft },
  ): Promise<{ applied: (keyof ListingDraft)[]; errors: SectionError[] }>
}
