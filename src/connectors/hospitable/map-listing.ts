import type { LinkedListingRecord, ListingRecord } from '../../contract/records.ts'
import { amenitiesNamed, photosIn } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import {
  currencyCode,
  nameKey,
  presentText,
  presentTexts,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import { channelPlatform } from './channels.ts'
import { timeOfDay } from './map.ts'
import type { VendorImage, VendorProperty } from './vendor.ts'

export function toListing(row: VendorProperty, images: VendorImage[]): ListingRecord {
  const publicName = presentText(row.public_name)
  const country = presentText(row.address?.country)?.toUpperCase() ?? null
  const zone = timeZoneOf(row.timezone)
  return {
    externalId: row.id,
    model: 'home',
    name: nameOf(row, publicName),
    publicName: publicName ?? presentText(row.name),
    street: presentTexts([row.address?.number, row.address?.street]).join(' ') || null,
    city: presentText(row.address?.city),
    state: presentText(row.address?.state),
    postalCode: presentText(row.address?.postcode),
    countryCode: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
    latitude: decimalString(row.address?.coordinates?.latitude),
    longitude: decimalString(row.address?.coordinates?.longitude),
    ...(zone === null ? {} : { timeZone: zone }),
    currency: currencyCode(row.currency),
    lifecycleStatus: row.listed === false ? 'unlisted' : 'live',
    thumbnailUrl: row.picture ? withoutSignature(row.picture) : null,
    unitCount: 1,
    content: contentOf(row, publicName),
    details: detailsOf(row),
    ...(row.amenities ? { amenities: amenitiesNamed(row.amenities.map(nameKey)) } : {}),
    photos: photosIn(
      images.map(({ url, caption, order }) => ({
        url: url && withoutSignature(url),
        caption,
        sortOrder: order,
      })),
    ),
    ...(row.listings ? { channels: channelLinks(row) } : {}),
  }
}

const nameOf = (row: VendorProperty, publicName: string | null): string =>
  presentText(row.name) ?? publicName ?? `Property ${row.id}`

export const toLinkedListing = (row: VendorProperty): LinkedListingRecord => ({
  externalId: row.id,
  name: nameOf(row, presentText(row.public_name)),
  links: channelsOf(row),
})

/** The vendor gives an offset (`+0200`), which is no time zone. If it ever gives a name, that is used. */
function timeZoneOf(value: string | null | undefined): string | null {
  const name = presentText(value)
  return name !== null && /^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.test(name) ? name : null
}

function contentOf(row: VendorProperty, name: string | null): NonNullable<ListingRecord['content']> {
  const { details } = row
  return {
    name,
    summary: presentText(row.summary),
    description: presentText(row.description),
    // Absent without the scope or the include, which differs from empty.
    ...(details
      ? {
          space: presentText(details.space_overview),
          guestAccess: presentText(details.guest_access),
          neighborhoodOverview: presentText(details.neighborhood_description),
          gettingAround: presentText(details.getting_around),
          houseRules: presentText(details.additional_rules),
          notes: presentText(details.other_details),
        }
      : {}),
  }
}

function detailsOf(row: VendorProperty): NonNullable<ListingRecord['details']> {
  const { capacity, details } = row
  return {
    propertyType: presentText(row.property_type),
    roomTypeCategory: presentText(row.room_type),
    bedrooms: wholeNumber(capacity?.bedrooms),
    bathrooms: decimalString(capacity?.bathrooms),
    beds: wholeNumber(capacity?.beds),
    personCapacity: wholeNumber(capacity?.max),
    checkInTimeStart: timeOfDay(row['check-in'] ?? row.checkin),
    checkOutTime: timeOfDay(row['check-out'] ?? row.checkout),
    ...(details
      ? {
          wifiNetwork: presentText(details.wifi_name),
          wifiPassword: presentText(details.wifi_password),
          houseManual: presentText(details.house_manual),
        }
      : {}),
  }
}

const signatureParts = /^(x-amz-.*|x-goog-.*|expires|signature|key-pair-id|policy|token|hdnts|sig|se|sp|sv)$/i

/** Picture addresses carry signatures of about an hour, which would make every reading look changed. */
function withoutSignature(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const signed = [...url.searchParams.keys()].filter((name) => signatureParts.test(name))
  if (signed.length === 0) return address
  for (const name of signed) url.searchParams.delete(name)
  return url.toString()
}

function channelsOf({ listings }: VendorProperty) {
  return (listings ?? []).flatMap(({ platform, platform_id }) => {
    const name = channelPlatform(platform)
    const externalId = presentText(platform_id)
    return name === null || externalId === null ? [] : [{ platform: name, externalId }]
  })
}

const channelLinks = (row: VendorProperty): NonNullable<ListingRecord['channels']> =>
  channelsOf(row).map(({ platform, externalId }) => ({
    platform,
    externalId,
    active: row.listed !== false,
    ...markupOf(row, platform),
  }))

/** Only a markup that is declared as a percentage, and can be one, is read. */
function markupOf(row: VendorProperty, platform: string): { markupPercent?: string | null } {
  const markup = row.bookings?.listing_markups?.find(
    (candidate) => channelPlatform(candidate.platform) === platform,
  )
  const percent = markup?.type === 'percent' ? decimalString(markup.value) : null
  if (percent === null || Number(percent) < 0 || Number(percent) >= 200) return {}
  return { markupPercent: percent }
}
