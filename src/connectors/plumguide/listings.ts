import { orNull } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapping, mappedPage, plainId } from '../../connector-kit/paginate.ts'
import { listPage } from './lists.ts'
import { VendorListing } from './vendor.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { amenitiesNamed, photosIn } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode, nameKey, presentText, timeOfDay, wholeNumber } from '../../connector-kit/readings.ts'

const listing = mapping('listing', VendorListing, toListing)

/** The list contains only vetted homes. */
export const listings: NonNullable<VendorOperations['listings']> = {
  async page({ http }, { cursor }) {
    const page = await listPage(http, { path: '/v2/listings', name: 'listings', cursor, idOf: plainId })
    return mappedPage(page, listing)
  },

  async one(context, externalId) {
    const row = await orNull(readRow(context, externalId))
    return row === null ? null : mapOne(row, listing)
  },
}

export const readRow = ({ http }: VendorContext, externalId: string): Promise<unknown> =>
  http.get(`/v2/listings/${encodeURIComponent(externalId)}`)

/** The country is a name, or a code, perhaps in lower case. */
function countryIn(country: string | null | undefined): string | null {
  const text = presentText(country)
  return text?.length === 2 ? text.toUpperCase() : text
}

function toListing(row: VendorListing): ListingRecord {
  const externalId = String(row.id)
  const name = presentText(row.listingName) ?? `Home ${externalId}`
  return {
    externalId,
    model: 'home',
    name,
    street: presentText(row.address1),
    city: presentText(row.city),
    postalCode: presentText(row.postalCode),
    countryCode: countryCode(countryIn(row.country)),
    latitude: decimalString(row.latitude),
    longitude: decimalString(row.longitude),
    currency: currencyCode(row.currencyCode),
    lifecycleStatus: 'live',
    defaultNightlyPrice: decimalString(row.nightlyPrice),
    unitCount: 1,
    content: { name, description: presentText(row.homeDescription) },
    details: {
      propertyType: presentText(row.propertyType),
      bedrooms: wholeNumber(row.bedrooms),
      bathrooms: decimalString(row.bathrooms),
      beds: wholeNumber(row.beds),
      personCapacity: wholeNumber(row.maxOccupancy),
      checkInTimeStart: timeOfDay(row.checkIn),
      checkOutTime: timeOfDay(row.checkOut),
    },
    amenities: amenitiesNamed(
      (row.amenities ?? []).flatMap((amenity) => (typeof amenity === 'string' ? [nameKey(amenity)] : [])),
    ),
    photos: photosIn(row.photos),
    channels: [
      // Texts and photos are the vendor's own: only nights and prices can be written from outside.
      { platform: 'plumguide', externalId, active: true, syncCategory: 'sync_rates_and_availability' },
    ],
  }
}
