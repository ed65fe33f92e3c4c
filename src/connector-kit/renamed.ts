/** Ours to the vendor's names. */
import type { JsonFields } from './answers.ts'
import type { ListingDraft, ListingWrites } from './listing-write-operations.ts'
import type { ReservationWrites } from './write-operations.ts'

/** What is absent stays absent, and so does what the vendor has no name for. */
export function renamed(values: object, names: Readonly<Record<string, string>>): JsonFields {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    names[name] === undefined || value === undefined ? [] : [[names[name], value]],
  )
  return Object.fromEntries(entries) as JsonFields
}

/** The parts of an address by the vendor's names, where it stands as numbers. */
export function renamedAddress(
  { latitude, longitude, ...parts }: NonNullable<ListingDraft['address']>,
  names: Readonly<Record<string, string>>,
): JsonFields {
  const degrees = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return renamed({ ...parts, latitude: degrees(latitude), longitude: degrees(longitude) }, names)
}

/** The fields of a change that the vendor takes, by our names and by its own. */
export function taken(
  change: object,
  names: Readonly<Record<string, string>>,
): { applied: string[]; fields: JsonFields } {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const applied = Object.keys(names).filter((name) => given.some(([known]) => known === name))
  return { applied, fields: renamed(change, names) }
}

type ListingFields = ListingWrites['fields']

const listingFields = (isWritten: boolean): ListingFields => ({
  title: isWritten,
  descriptions: isWritten,
  times: isWritten,
  capacity: isWritten,
  amenities: isWritten,
  houseRules: isWritten,
  address: isWritten,
  photosAdd: isWritten,
  photosDelete: isWritten,
  photosReorder: isWritten,
  photoCaptions: isWritten,
})

/** Sections of a listing to begin with, where a vendor takes few or most of them. */
export const noListingFields = listingFields(false)
export const allListingFields = listingFields(true)

/** What a draft of a booking may carry, where a vendor takes nothing but the listing, the dates, the guest and the party. */
export const plainBooking: ReservationWrites['fields'] = {
  customPrice: 'no',
  notes: false,
  unit: false,
  tentative: false,
  sendConfirmationEmail: false,
}
