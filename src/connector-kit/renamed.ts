/** Translates our field names to the vendor's. */
import type { JsonFields } from './answers.ts'
import type { ListingDraft, ListingWrites } from './listing-write-operations.ts'
import type { ReservationWrites } from './write-operations.ts'

/** Absent fields stay absent, and fields without a vendor name are left out. */
export function renamed(values: object, names: Readonly<Record<string, string>>): JsonFields {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    names[name] === undefined || value === undefined ? [] : [[names[name], value]],
  )
  return Object.fromEntries(entries) as JsonFields
}

/** Renames the parts of an address; coordinates are sent as numbers. */
export function renamedAddress(
  { latitude, longitude, ...parts }: NonNullable<ListingDraft['address']>,
  names: Readonly<Record<string, string>>,
): JsonFields {
  const degrees = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return renamed({ ...parts, latitude: degrees(latitude), longitude: degrees(longitude) }, names)
}

/** Returns the fields of a change that the vendor takes, by our names and by its own. */
export function taken(
  change: object,
  names: Readonly<Record<string, string>>,
): { applied: string[]; fields: JsonFields } {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined)
  const applied = Object.keys(names).filter((name) => fields.some(([field]) => field === name))
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

/** Vendors that take few or most sections of a listing start from these. */
export const noListingFields = listingFields(false)
export const allListingFields = listingFields(true)

/** Some vendors take nothing but listing, dates, guest and party. */
export const plainBooking: ReservationWrites['fields'] = {
  customPrice: 'no',
  notes: false,
  unit: false,
  tentative: false,
  sendConfirmationEmail: false,
}
