import { demand } from '../../connector-kit/answers.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { told } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ListingChange } from '../../connector-kit/listing-write-operations.ts'
import { VendorAddress } from './vendor-writes.ts'
import type { VendorPlace } from './vendor-writes.ts'

type Address = NonNullable<ListingChange['address']>

/** The address is replaced whole, the published one with it, so both are read first. */
export async function writeAddress({ http }: VendorContext, id: string, change: Address): Promise<void> {
  const held = demand(VendorAddress, await http.get(`/v1/address/${id}`), 'the address')
  const address = merged(held.address, change)
  const isPublished = held.isPublishedAddressEnabled === true
  // A published address of its own is the host's decision; without one both are the same.
  const publishedAddress = isPublished ? merged(held.publishedAddress ?? held.address, {}) : address
  const body = { address, publishedAddress, isPublishedAddressEnabled: isPublished }
  await http.put(`/v1/address/${id}/update`, { body })
}

function merged(place: VendorPlace, change: Address): object {
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
    ...told({ ...place, ...parts }),
    full: isChanged ? line : (place.full ?? line),
    location: locationOf(place, change),
  }
}

function locationOf(
  { location }: VendorPlace,
  { latitude, longitude }: Address,
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
