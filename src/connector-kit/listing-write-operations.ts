/** Writing what a listing says of itself. */
import type { VendorContext } from './vendor-context.ts'
import type { SectionError } from './section-error.ts'

/** The requested listing; absent sections stay as they are, and null clears. */
export interface ListingDraft {
  title?: string | null
  descriptions?: Partial<Record<'summary' | 'description' | 'space' | 'guestAccess' | 'notes', string | null>>
  /** `HH:MM`, property-local. */
  times?: { checkInTimeStart?: string | null; checkInTimeEnd?: string | null; checkOutTime?: string | null }
  capacity?: { maxGuests?: number; bedrooms?: number; beds?: number; bathrooms?: string }
  /** The full list, with names as in ListingRecord.amenities. */
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
  /** Photos to append. */
  photos?: { url: string; caption?: string }[]
}

export interface ListingWrites {
  /** Sections that the vendor accepts. */
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
    wanted: { externalId: string; change: ListingDraft },
  ): Promise<{ applied: (keyof ListingDraft)[]; errors: SectionError[] }>
}
