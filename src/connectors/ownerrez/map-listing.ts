import type { ListingRecord } from '../../contract/records.ts'
import { decimalString } from '../../connector-kit/money.ts'
import {
  currencyCode,
  presentText,
  presentTexts,
  timeOfDay,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import type { VendorProperty, VendorTexts } from './vendor.ts'

/** `texts` is absent for accounts without the website feature. */
export function toListing(row: VendorProperty, texts: VendorTexts | undefined): ListingRecord {
  const publicName = presentText(row.external_name)
  const address = row.address ?? {}
  return {
    externalId: String(row.id),
    model: 'home',
    name: presentText(row.name) ?? publicName ?? `Property ${row.id}`,
    publicName,
    street: presentTexts([address.street1, address.street2]).join(', ') || null,
    city: presentText(address.city),
    state: presentText(address.state) ?? presentText(address.province),
    postalCode: presentText(address.postal_code),
    countryCode: presentText(address.country),
    latitude: decimalString(row.latitude),
    longitude: decimalString(row.longitude),
    ...timeZoneOf(row),
    currency: currencyCode(row.currency_code),
    lifecycleStatus: row.active === false ? 'inactive' : 'live',
    thumbnailUrl: presentText(row.thumbnail_url),
    unitCount: 1,
    ...(texts === undefined ? {} : { content: contentOf(texts) }),
    details: {
      propertyType: presentText(row.property_type),
      bedrooms: wholeNumber(row.bedrooms),
      bathrooms: decimalString(row.bathrooms),
      personCapacity: wholeNumber(row.max_guests),
      checkInTimeStart: timeOfDay(row.check_in),
      checkInTimeEnd: timeOfDay(row.check_in_end),
      checkOutTime: timeOfDay(row.check_out),
    },
  }
}

function contentOf({ title, headline, description }: VendorTexts): NonNullable<ListingRecord['content']> {
  return {
    name: presentText(title),
    summary: presentText(headline),
    description: presentText(description),
  }
}

/** The form of `time_zone` is not documented, so only IANA names are read. */
function timeZoneOf({ time_zone }: VendorProperty): { timeZone?: string } {
  const timeZone = presentText(time_zone)
  if (timeZone === null || !/^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.test(timeZone)) return {}
  return { timeZone }
}
