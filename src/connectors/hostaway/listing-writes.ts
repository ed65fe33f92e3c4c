import type { JsonFields } from '../../connector-kit/answers.ts'
import { allListingFields, renamed, renamedAddress } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { ListingDraft, ListingWrites } from '../../connector-kit/listing-write-operations.ts'
import type { SectionError } from '../../connector-kit/section-error.ts'
import { amenityIds } from './listings.ts'

type ListingSection = keyof ListingDraft

export const listingWrites: ListingWrites = {
  fields: { ...allListingFields, photosDelete: false, photosReorder: false, photoCaptions: false },

  async write(context, { externalId, change }) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}`
    const { fields, applied, errors } = await toFields(context, change)
    // Only changed fields are sent, since the vendor leaves absent ones unchanged.
    if (applied.length > 0) await context.http.put(path, { body: fields })
    if (change.photos !== undefined) {
      const images = change.photos.map(({ url, caption }) => ({ url, ...(caption ? { caption } : {}) }))
      // The vendor fetches the images later.
      await context.http.post(`${path}/images`, { body: { images } })
      applied.push('photos')
    }
    return { applied, errors }
  },
}

async function toFields(
  context: VendorContext,
  change: ListingDraft,
): Promise<{ fields: JsonFields; applied: ListingSection[]; errors: SectionError[] }> {
  const found: [ListingSection, JsonFields | string][] = []
  if (change.title !== undefined) found.push(['title', { externalListingName: change.title }])
  if (change.descriptions) found.push(['descriptions', descriptionFields(change.descriptions)])
  if (change.times) found.push(['times', timeFields(change.times)])
  if (change.capacity) found.push(['capacity', capacityFields(change.capacity)])
  if (change.houseRules !== undefined) found.push(['houseRules', { houseRules: change.houseRules }])
  if (change.address) found.push(['address', renamedAddress(change.address, addressNames)])
  if (change.amenities) found.push(['amenities', await amenityFields(context, change.amenities)])
  const fields: JsonFields = {}
  const applied: ListingSection[] = []
  const errors: SectionError[] = []
  for (const [section, outcome] of found) {
    if (typeof outcome === 'string') errors.push({ section, code: 'rejected', message: outcome })
    else {
      Object.assign(fields, outcome)
      applied.push(section)
    }
  }
  return { fields, applied, errors }
}

const descriptionFields = (values: NonNullable<ListingDraft['descriptions']>): JsonFields =>
  renamed(values, {
    summary: 'airbnbSummary',
    description: 'description',
    space: 'airbnbSpace',
    guestAccess: 'airbnbAccess',
    notes: 'airbnbNotes',
  })

/** The vendor describes the number of bathrooms as whole. */
function capacityFields({
  bathrooms,
  ...counts
}: NonNullable<ListingDraft['capacity']>): JsonFields | string {
  if (bathrooms !== undefined && !Number.isInteger(Number(bathrooms)))
    return `bathrooms must be a whole number, not ${bathrooms}`
  return {
    ...renamed(counts, { maxGuests: 'personCapacity', bedrooms: 'bedroomsNumber', beds: 'bedsNumber' }),
    ...(bathrooms === undefined ? {} : { bathroomsNumber: Number(bathrooms) }),
  }
}

const addressNames = {
  street: 'street',
  city: 'city',
  state: 'state',
  postalCode: 'zipcode',
  countryCode: 'countryCode',
  latitude: 'lat',
  longitude: 'lng',
}

/** The vendor has whole hours only. */
function timeFields(times: NonNullable<ListingDraft['times']>): JsonFields | string {
  const fields: JsonFields = {}
  for (const [name, time] of Object.entries(times)) {
    if (time !== null && time !== undefined && !/^\d{2}:00$/.test(time)) {
      return `${name} must be a full hour, not ${time}`
    }
    fields[name] = time ? Number(time.slice(0, 2)) : time
  }
  return fields
}

async function amenityFields(context: VendorContext, keys: string[]): Promise<JsonFields | string> {
  const ids = await amenityIds(context)
  const unknown = keys.filter((key) => !ids.has(key))
  if (unknown.length > 0) return `the vendor has no amenity called ${unknown.join(', ')}`
  return { listingAmenities: keys.map((key) => ({ amenityId: ids.get(key) })) }
}
