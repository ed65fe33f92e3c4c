/** Writing what a listing says of itself. */
import type { VendorContext } from './vendor-context.ts'
import type { SectionError } from './write-operations.ts'

/** The listing as it shall be; sections that are absent stay as they are, null clears. */
export interface ListingDraft {
  title?: string | null
  descriptions?: Partial<Record<'summary' | 'description' | 'space' | 'guestAccess' | 'notes', string | null>>
  /** `HH:MM`, property-local. */
  times?: { checkInTimeStart?: string | null; checkInTimeEnd?: string | null; checkOutTime?: string | null }
  capacity?: { maxGuests?: number; bedrooms?: number; beds?: number; bathrooms?: string }
  /** All of them; names as in ListingRecord.amenities. */
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
  /** To be added behind those that are there. */
  photos?: { url: string; caption?: string }[]
}

export interface ListingWrites {
  /** Sections the vendor takes. */
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
  /** `applied`: the names of the sections that the vendor took. */
  write(
    context: VendorContext,
    wanted: { externalId: string; change: ListingDraft },
  ): Promise<{ applied: (keyof ListingDraft)[]; errors: SectionError[] }>
}
