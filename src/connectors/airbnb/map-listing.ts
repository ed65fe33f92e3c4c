import type { ListingRecord } from '../../contract/records.ts'
import type { SyncCategory } from '../../contract/records/listing.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { hourOfDay } from '../../connector-kit/dates.ts'
import { amenitiesNamed } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode, presentText, presentTexts, wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { VendorBookingSettings, VendorListing, VendorPricing, VendorRules } from './vendor.ts'

export interface ListingSettings {
  pricing: VendorPricing | null
  rules: VendorRules | null
  booking: VendorBookingSettings | null
}

export function toListing(row: VendorListing, { pricing, rules, booking }: ListingSettings): ListingRecord {
  const id = String(row.id)
  const publicName = presentText(row.name)
  const isOpen = row.has_availability === true
  return {
    externalId: id,
    model: 'home',
    name: presentText(row.listing_nickname) ?? publicName ?? `Listing ${id}`,
    publicName,
    street: presentTexts([row.street, row.apt]).join(', ') || null,
    city: presentText(row.city),
    state: presentText(row.state),
    postalCode: presentText(row.zipcode),
    countryCode: countryCode(presentText(row.country_code)),
    latitude: decimalString(row.lat),
    longitude: decimalString(row.lng),
    currency: currencyCode(pricing?.listing_currency) ?? currencyCode(row.listing_currency),
    lifecycleStatus: isOpen ? 'live' : 'unlisted',
    defaultNightlyPrice: readSide('default_daily_price', pricing?.default_daily_price, () =>
      decimalString(pricing?.default_daily_price),
    ),
    minNights: wholeNumber(rules?.default_min_nights),
    maxNights: wholeNumber(rules?.default_max_nights),
    unitCount: wholeNumber(row.total_inventory_count) ?? 1,
    details: {
      propertyType: presentText(row.property_type_group),
      propertyTypeCategory: presentText(row.property_type_category),
      roomTypeCategory: presentText(row.room_type_category),
      bedrooms: wholeNumber(row.bedrooms),
      bathrooms: decimalString(row.bathrooms),
      beds: wholeNumber(row.beds),
      personCapacity: wholeNumber(row.person_capacity),
      checkInTimeStart: hourIn(booking?.check_in_time_start),
      checkInTimeEnd: hourIn(booking?.check_in_time_end),
      checkOutTime: hourIn(booking?.check_out_time),
      wifiNetwork: presentText(row.wifi_network),
      wifiPassword: presentText(row.wifi_password),
      houseManual: presentText(row.house_manual),
      directions: presentText(row.directions),
    },
    amenities: amenitiesNamed(presentTexts(row.amenity_categories ?? [])),
    channels: [
      {
        platform: 'airbnb',
        externalId: id,
        active: isOpen,
        syncEnabled: categoryOf(row) !== 'none',
        syncCategory: categoryOf(row),
      },
    ],
  }
}

/**
 * Words such as FLEXIBLE are no time of day, nor are hours past midnight, which the vendor counts up to 27.
 */
function hourIn(value: string | number | null | undefined): string | null {
  const hour = Number(value)
  return value === null || value === undefined || !Number.isInteger(hour) || hour > 23
    ? null
    : hourOfDay(hour)
}

/** Since 2024 a host lets others manage all of a listing or nothing; an unknown word counts as nothing. */
function categoryOf({ synchronization_category: category }: VendorListing): SyncCategory {
  return category === 'sync_all' || category === 'sync_rates_and_availability' ? category : 'none'
}
