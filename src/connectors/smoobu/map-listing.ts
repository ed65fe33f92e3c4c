import type { ListingRecord } from '../../contract/records.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { amenitiesNamed } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode, presentText, timeZoneName, wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { VendorApartment, VendorApartmentDetails } from './vendor.ts'

/** The details' `price` is for the website, not a night's price, and is not read. */
export function toListing(row: VendorApartment, details: VendorApartmentDetails): ListingRecord {
  const name = presentText(row.name)
  const { location, rooms } = details
  return {
    externalId: String(row.id),
    model: 'home',
    name: name ?? `Apartment ${row.id}`,
    street: presentText(location?.street),
    city: presentText(location?.city),
    postalCode: presentText(location?.zip),
    countryCode: countryCode(presentText(location?.country)),
    ...coordinatesOf(details),
    ...timeZoneOf(details),
    currency: currencyCode(details.currency),
    lifecycleStatus: 'live',
    unitCount: 1,
    details: {
      propertyType: presentText(details.type?.name),
      bedrooms: wholeNumber(rooms?.bedrooms),
      bathrooms: sideDecimal('bathrooms', rooms?.bathrooms),
      beds: bedsOf(details),
      personCapacity: wholeNumber(rooms?.maxOccupancy),
    },
    amenities: amenitiesOf(details),
  }
}

const sideDecimal = (field: string, value: string | number | null | undefined): string | null =>
  readSide(field, value, () => decimalString(value))

/** The vendor writes zero and zero for coordinates that were never set. */
function coordinatesOf({ location }: VendorApartmentDetails): Partial<ListingRecord> {
  const [latitude, longitude] = [
    sideDecimal('latitude', location?.latitude),
    sideDecimal('longitude', location?.longitude),
  ]
  return Number(latitude) || Number(longitude) ? { latitude, longitude } : {}
}

function timeZoneOf({ timeZone }: VendorApartmentDetails): Partial<ListingRecord> {
  const name = timeZoneName(timeZone)
  return name === null ? {} : { timeZone: name }
}

function bedsOf({ rooms }: VendorApartmentDetails): number | null {
  const kinds = [rooms?.doubleBeds, rooms?.singleBeds, rooms?.queenSizeBeds, rooms?.kingSizeBeds]
  const counts = [...kinds, rooms?.sofaBeds].map(wholeNumber).filter((count) => count !== null)
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
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
