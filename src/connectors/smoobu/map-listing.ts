import type { ListingRecord } from '../../contract/records.ts'
import { amenitiesNamed } from '../../connector-kit/listing-readings.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { apartmentDetails, type VendorApartment, type VendorApartmentDetails } from './vendor.ts'

export function toListing(row: VendorApartment, details: VendorApartmentDetails): ListingRecord {
  const { latitude, longitude, timeZone, ...fields } = apartmentDetails.read(details)
  return {
    externalId: String(row.id),
    model: 'home',
    name: presentText(row.name) ?? `Apartment ${row.id}`,
    ...fields,
    // The vendor writes zero and zero for coordinates that were never set.
    ...(Number(latitude) || Number(longitude) ? { latitude, longitude } : {}),
    ...(timeZone === null ? {} : { timeZone }),
    lifecycleStatus: 'live',
    unitCount: 1,
    amenities: amenitiesOf(details),
  }
}

function amenitiesOf({ equipments }: VendorApartmentDetails): NonNullable<ListingRecord['amenities']> {
  const keys = (equipments ?? []).flatMap((name) => (typeof name === 'string' ? [amenityKey(name)] : []))
  return amenitiesNamed(keys)
}

function amenityKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}
