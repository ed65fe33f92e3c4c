import type { LinkedListingRecord, ListingRecord, UnitRecord } from '../../contract/records.ts'
import { hourOfDay } from '../../connector-kit/dates.ts'
import { amenitiesNamed, photosIn } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode, nameKey, presentText, wholeNumber } from '../../connector-kit/readings.ts'
import type { VendorListing, VendorUnit } from './vendor.ts'

/** A listing carries ids, whose names are looked up here. */
export interface ListingNames {
  amenities: ReadonlyMap<string, string>
  propertyTypes: ReadonlyMap<string, string>
}

export function toListing(row: VendorListing, units: VendorUnit[], names: ListingNames): ListingRecord {
  const publicName = publicNameOf(row)
  const multiUnit = units.length > 1
  const photos = photosIn(row.listingImages)
  return {
    externalId: String(row.id),
    model: multiUnit ? 'hotel' : 'home',
    name: nameOf(row, publicName),
    publicName,
    street: presentText(row.street) ?? presentText(row.address),
    city: presentText(row.city),
    state: presentText(row.state),
    postalCode: presentText(row.zipcode),
    countryCode: presentText(row.countryCode),
    latitude: decimalString(row.lat),
    longitude: decimalString(row.lng),
    timeZone: presentText(row.timeZoneName),
    currency: currencyCode(row.currencyCode),
    lifecycleStatus: presentText(row.specialStatus) ?? 'live',
    thumbnailUrl: presentText(row.thumbnailUrl) ?? photos[0]?.url ?? null,
    defaultNightlyPrice: decimalString(row.price),
    minNights: wholeNumber(row.minNights),
    maxNights: wholeNumber(row.maxNights),
    unitCount: multiUnit ? units.length : 1,
    content: contentOf(row, publicName),
    details: detailsOf(row, names),
    // With includeResources=0 these are absent, which differs from having none.
    ...(row.listingAmenities ? { amenities: amenitiesOf(row, names) } : {}),
    ...(row.listingImages ? { photos } : {}),
    channels: channelLinks(row),
  }
}

const publicNameOf = (row: VendorListing): string | null =>
  presentText(row.externalListingName) ?? presentText(row.name)

const nameOf = (row: VendorListing, publicName: string | null): string =>
  presentText(row.internalListingName) ?? publicName ?? `Listing ${row.id}`

export const toLinkedListing = (row: VendorListing): LinkedListingRecord => ({
  externalId: String(row.id),
  name: nameOf(row, publicNameOf(row)),
  links: channelAddresses(row).map(({ platform, externalId, url }) => ({ platform, externalId, url })),
})

export function toUnit(row: VendorUnit, listingExternalId: string): UnitRecord {
  return {
    externalId: String(row.id),
    listingExternalIds: [listingExternalId],
    name: presentText(row.name) ?? presentText(row.unitNumber) ?? `Unit ${row.id}`,
    active: true,
    floor: presentText(row.ground),
  }
}

function contentOf(row: VendorListing, publicName: string | null): NonNullable<ListingRecord['content']> {
  return {
    name: publicName ?? presentText(row.airbnbName),
    summary: presentText(row.airbnbSummary),
    description: presentText(row.description),
    space: presentText(row.airbnbSpace),
    guestAccess: presentText(row.airbnbAccess),
    neighborhoodOverview: presentText(row.airbnbNeighborhoodOverview),
    transit: presentText(row.airbnbTransit),
    houseRules: presentText(row.houseRules),
    notes: presentText(row.airbnbNotes),
    interactionWithGuests: presentText(row.airbnbInteraction),
  }
}

function detailsOf(row: VendorListing, names: ListingNames): NonNullable<ListingRecord['details']> {
  return {
    propertyType: names.propertyTypes.get(String(row.propertyTypeId)) ?? null,
    roomTypeCategory: presentText(row.roomType),
    bedrooms: wholeNumber(row.bedroomsNumber),
    bathrooms: decimalString(row.bathroomsNumber),
    beds: wholeNumber(row.bedsNumber),
    personCapacity: wholeNumber(row.personCapacity),
    checkInTimeStart: hourOfDay(row.checkInTimeStart),
    checkInTimeEnd: hourOfDay(row.checkInTimeEnd),
    checkOutTime: hourOfDay(row.checkOutTime),
    minNights: wholeNumber(row.minNights),
    maxNights: wholeNumber(row.maxNights),
    wifiNetwork: presentText(row.wifiUsername),
    wifiPassword: presentText(row.wifiPassword),
  }
}

function amenitiesOf(row: VendorListing, names: ListingNames): NonNullable<ListingRecord['amenities']> {
  const found = (row.listingAmenities ?? []).flatMap(({ amenityId, amenityName }) => {
    const name = presentText(amenityName) ?? names.amenities.get(String(amenityId))
    return name === undefined ? [] : [nameKey(name)]
  })
  return amenitiesNamed(found)
}

const airbnbRoom = /airbnb\.[a-z.]+\/rooms\/(?:plus\/)?(\d+)/i
const vrboProperty = /(?:vrbo|homeaway)\.[a-z.]+\/(?:[\w-]+\/)*p?(\d+)(?:ha|vb)?(?:[/?#]|$)/i

/** A channel's listing id is read from its public address, since the vendor gives no other id. */
function channelAddresses(row: VendorListing) {
  const addresses = [
    {
      platform: 'airbnb',
      pattern: airbnbRoom,
      address: row.airbnbListingUrl,
      markup: row.airbnbOfficialListingMarkup,
    },
    { platform: 'vrbo', pattern: vrboProperty, address: row.vrboListingUrl, markup: row.homeawayApiMarkup },
  ] as const
  return addresses.flatMap(({ platform, pattern, address, markup }) => {
    const url = presentText(address)
    const externalId = url === null ? undefined : pattern.exec(url)?.[1]
    return url === null || externalId === undefined ? [] : [{ platform, externalId, url, markup }]
  })
}

function channelLinks(row: VendorListing): NonNullable<ListingRecord['channels']> {
  const active = presentText(row.specialStatus) === null
  return channelAddresses(row).map(({ platform, externalId, markup }) => ({
    platform,
    externalId,
    active,
    ...markupOf(markup),
  }))
}

/** A markup is a factor (1.1 is plus ten percent). A value that cannot be one is left out. */
function markupOf(factor: VendorListing['homeawayApiMarkup']): { markupPercent?: string | null } {
  const text = decimalString(factor)
  if (text === null) return { markupPercent: null }
  const value = Number(text)
  if (value < 1 || value >= 3) return {}
  return { markupPercent: decimalString(Number(((value - 1) * 100).toFixed(4))) }
}
