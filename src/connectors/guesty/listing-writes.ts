import { demand, fieldOf, isFields, readable } from '../../connector-kit/answers.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { nameKey, presentText } from '../../connector-kit/readings.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { allListingFields } from '../../connector-kit/renamed.ts'
import { sectionError } from '../../connector-kit/section-error.ts'
import { withoutEmpty } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ListingDraft, ListingWrites } from '../../connector-kit/listing-write-operations.ts'
import { readRecord, readRows } from './envelope.ts'
import { listingFieldsOf } from './listing-sections.ts'
import { VendorAddress, VendorAmenity } from './vendor-writes.ts'
import type { VendorPlace } from './vendor-writes.ts'

type WrittenSection = keyof ListingDraft
type ListingWriteResult = Awaited<ReturnType<ListingWrites['write']>>

const namesForMs = 3_600_000

export const listingWrites: ListingWrites = {
  fields: { ...allListingFields, photosDelete: false, photosReorder: false, photoCaptions: false },

  /** Each service takes its own part; one that fails leaves the others done. */
  async write(context, { externalId, change }) {
    const id = encodeURIComponent(externalId)
    const outcome: ListingWriteResult = { applied: [], errors: [] }
    let failure: VendorError | undefined
    const attempt = async (sections: WrittenSection[], work: () => Promise<unknown>): Promise<void> => {
      try {
        await work()
        outcome.applied.push(...sections)
      } catch (error) {
        if (!(error instanceof VendorError)) throw error
        failure ??= error
        outcome.errors.push(...sections.map((section) => sectionError(section, error)))
      }
    }
    const { body, sections, errors } = listingFieldsOf(change)
    outcome.errors.push(...errors)
    if (sections.length > 0) await attempt(sections, () => writeFields(context, id, body))
    const { amenities, address, photos } = change
    if (amenities !== undefined) await attempt(['amenities'], () => writeAmenities(context, id, amenities))
    if (address !== undefined) await attempt(['address'], () => writeAddress(context, id, address))
    if (photos !== undefined && photos.length > 0)
      await attempt(['photos'], () => addPhotos(context, id, photos))
    // Nothing was done at all: then how it failed is for the caller to see.
    if (failure !== undefined && outcome.applied.length === 0 && errors.length === 0) throw failure
    return outcome
  },
}

/** Objects may be replaced whole, so the texts that stay are sent along. */
async function writeFields(
  { http }: VendorContext,
  id: string,
  body: Record<string, unknown>,
): Promise<void> {
  const path = `/v1/listings/${id}`
  const texts = body.publicDescription
  if (!isFields(texts)) {
    await http.put(path, { body })
    return
  }
  const row = readRecord(await http.get(path, { query: { fields: 'publicDescription' } }))
  const current = fieldOf(row, 'publicDescription') ?? {}
  const filled = Object.fromEntries(Object.entries(current).filter(([, text]) => typeof text === 'string'))
  await http.put(path, { body: { ...body, publicDescription: { ...filled, ...texts } } })
}

async function writeAmenities(context: VendorContext, id: string, keys: string[]): Promise<void> {
  const names = await rememberSettings(context, 'guesty amenities', namesForMs, () => amenityNames(context))
  const unknown = keys.filter((key) => !names.has(key))
  if (unknown.length > 0) {
    throw new VendorError('rejected', `Guesty has no amenity called ${unknown.join(', ')}`)
  }
  const amenities = keys.map((key) => names.get(key))
  await context.http.put(`/v1/properties-api/amenities/${id}`, { body: { amenities } })
}

async function amenityNames({ http }: VendorContext): Promise<Map<string, string>> {
  const { rows } = readRows(await http.get('/v1/properties-api/amenities/supported'))
  return new Map(readable(VendorAmenity, rows).map(({ name }) => [nameKey(name), name]))
}

async function addPhotos(
  { http }: VendorContext,
  id: string,
  photos: NonNullable<ListingDraft['photos']>,
): Promise<void> {
  const body = photos.map(({ url, caption }) => ({ url, ...(caption ? { caption } : {}) }))
  await http.post(`/v1/properties-api/property-photos/property-photos/${id}`, { body })
}

type AddressDraft = NonNullable<ListingDraft['address']>

/** The address is replaced whole, the published one with it, so both are read first. */
async function writeAddress({ http }: VendorContext, id: string, change: AddressDraft): Promise<void> {
  const current = demand(VendorAddress, await http.get(`/v1/address/${id}`), 'the address')
  const address = merged(current.address, change)
  const isPublished = current.isPublishedAddressEnabled === true
  // A published address of its own is the host's decision; without one both are the same.
  const publishedAddress = isPublished ? merged(current.publishedAddress ?? current.address, {}) : address
  const body = { address, publishedAddress, isPublishedAddressEnabled: isPublished }
  await http.put(`/v1/address/${id}/update`, { body })
}

function merged(place: VendorPlace, change: AddressDraft): object {
  const parts = {
    street: change.street ?? presentText(place.street),
    city: change.city ?? presentText(place.city),
    state: change.state ?? presentText(place.state),
    zipcode: change.postalCode ?? presentText(place.zipcode),
    country: change.countryCode === undefined ? presentText(place.country) : countryName(change.countryCode),
  }
  const isChanged = Object.keys(change).length > 0
  const { street, city, state, zipcode, country } = parts
  const line = [street, city, [state, zipcode].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
  return {
    ...withoutEmpty({ ...place, ...parts }),
    full: isChanged ? line : (place.full ?? line),
    location: locationOf(place, change),
  }
}

function locationOf(
  { location }: VendorPlace,
  { latitude, longitude }: AddressDraft,
): { lat: number; lng: number } {
  const lat = latitude ?? decimalString(location?.lat)
  const lng = longitude ?? decimalString(location?.lng)
  if (lat === null || lng === null) throw new VendorError('rejected', 'Guesty demands latitude and longitude')
  return { lat: Number(lat), lng: Number(lng) }
}

/** The vendor writes countries by their English names. */
function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code.toUpperCase()) ?? code
}
