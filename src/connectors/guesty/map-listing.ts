import type { ListingRecord, UnitRecord } from '../../contract/records.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { decimalString } from '../../connector-kit/money.ts'
import {
  currencyCode,
  fileUrl,
  idText,
  meaningOf,
  nameKey,
  presentText,
  presentTexts,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import type { VendorListing } from './vendor.ts'

/** undefined for a sub-unit, which is a unit of its multi-unit. */
export function toListing(row: VendorListing): ListingRecord | undefined {
  if (row.type === 'MTL_CHILD') return undefined
  const publicName = presentText(row.title)
  const isMultiUnit = row.type === 'MTL'
  const photos = photosOf(row)
  return {
    externalId: row._id,
    model: isMultiUnit ? 'hotel' : 'home',
    name: presentText(row.nickname) ?? publicName ?? `Listing ${row._id}`,
    publicName,
    ...placeOf(row),
    timeZone: presentText(row.timezone),
    currency: currencyCode(row.prices?.currency),
    lifecycleStatus: lifecycleOf(row),
    thumbnailUrl: fileUrl(row.picture?.thumbnail) ?? photos[0]?.url ?? null,
    defaultNightlyPrice: decimalString(row.prices?.basePrice),
    minNights: wholeNumber(row.terms?.minNights),
    maxNights: wholeNumber(row.terms?.maxNights),
    unitCount: isMultiUnit ? childIds(row).length : 1,
    content: contentOf(row, publicName),
    details: detailsOf(row),
    ...(row.amenities ? { amenities: amenitiesOf(row) } : {}),
    ...(row.pictures ? { photos } : {}),
    channels: channelLinks(row),
  }
}

export function toUnit(row: VendorListing, listingExternalId: string): UnitRecord {
  return {
    externalId: row._id,
    listingExternalIds: [listingExternalId],
    name: presentText(row.nickname) ?? presentText(row.title) ?? `Unit ${row._id}`,
    active: row.active !== false,
    housekeepingStatus: presentText(row.cleaningStatus?.value),
  }
}

/** An hour and minute of the day, as in `15:00`; null for what is none. */
export function timeOfDay(value: string | null | undefined): string | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::\d{2})?$/.exec(value?.trim() ?? '')
  return match === null ? null : `${match[1]?.padStart(2, '0')}:${match[2]}`
}

export function childIds(row: Pick<VendorListing, 'mtl'>): string[] {
  return presentTexts(row.mtl?.c ?? [])
}

function placeOf({ address }: VendorListing) {
  return {
    street: presentText(address?.street) ?? presentText(address?.full),
    city: presentText(address?.city),
    state: presentText(address?.state),
    postalCode: presentText(address?.zipcode),
    countryCode: countryOf(address),
    latitude: decimalString(address?.lat),
    longitude: decimalString(address?.lng),
  }
}

/** Guesty writes the country by its name; a code only where it gives one. */
function countryOf(address: VendorListing['address']): string | null {
  const country = presentText(address?.countryCode) ?? presentText(address?.country)
  return countryCode(country?.length === 2 ? country.toUpperCase() : country)
}

function lifecycleOf(row: VendorListing): string {
  if (row.active === false || row.pms?.active === false) return 'inactive'
  return row.isListed === false ? 'unlisted' : 'live'
}

function contentOf(row: VendorListing, publicName: string | null): NonNullable<ListingRecord['content']> {
  const texts = row.publicDescription
  return {
    name: publicName,
    summary: presentText(texts?.summary),
    space: presentText(texts?.space),
    guestAccess: presentText(texts?.access),
    neighborhoodOverview: presentText(texts?.neighborhood),
    transit: presentText(texts?.transit),
    houseRules: presentText(texts?.houseRules),
    notes: presentText(texts?.notes),
    interactionWithGuests: presentText(texts?.interactionWithGuests),
  }
}

// roomType of a listing; other words name a kind of building and say nothing about what is let.
const roomTypes: Record<string, string> = {
  'Entire home/apt': 'entire_home',
  'Private room': 'private_room',
  'Shared room': 'shared_room',
}

function detailsOf(row: VendorListing): NonNullable<ListingRecord['details']> {
  return {
    propertyType: presentText(row.propertyType),
    roomTypeCategory: meaningOf(roomTypes, presentText(row.roomType)) ?? null,
    bedrooms: wholeNumber(row.bedrooms),
    bathrooms: decimalString(row.bathrooms),
    beds: wholeNumber(row.beds),
    personCapacity: wholeNumber(row.accommodates),
    checkInTimeStart: timeOfDay(row.defaultCheckInTime),
    checkOutTime: timeOfDay(row.defaultCheckOutTime),
    minNights: wholeNumber(row.terms?.minNights),
    maxNights: wholeNumber(row.terms?.maxNights),
  }
}

function amenitiesOf(row: VendorListing): NonNullable<ListingRecord['amenities']> {
  const keys = (names: VendorListing['amenities']) => new Set(presentTexts(names ?? []).map(nameKey))
  const present = keys(row.amenities)
  const absent = [...keys(row.amenitiesNotIncluded)].filter((key) => !present.has(key))
  return [
    ...[...present].map((amenityKey) => ({ amenityKey, isPresent: true })),
    ...absent.map((amenityKey) => ({ amenityKey, isPresent: false })),
  ]
}

/** In the order in which they come; they carry no position. */
function photosOf(row: VendorListing): NonNullable<ListingRecord['photos']> {
  return (row.pictures ?? []).flatMap(({ original, large, regular, thumbnail, caption }, index) => {
    const url = [original, large, regular, thumbnail].map(fileUrl).find((address) => address !== null)
    return url === undefined || url === null ? [] : [{ url, caption: presentText(caption), sortOrder: index }]
  })
}

const airbnbRoom = /airbnb\.[a-z.]+\/rooms\/(?:plus\/)?(\d+)/i

type Integration = NonNullable<VendorListing['integrations']>[number]

/** Ids on channels stand in no documented field; seen on a live account in fields named for the channel, and in public addresses. */
function channelLinks(row: VendorListing): NonNullable<ListingRecord['channels']> {
  const linksOf = ({
    externalUrl,
    active,
    airbnb2,
    bookingCom,
  }: Integration): NonNullable<ListingRecord['channels']> => {
    const isActive = active !== false && row.isListed !== false
    const room = idText(airbnb2?.id) ?? airbnbRoom.exec(externalUrl ?? '')?.[1]
    if (room !== undefined) return [{ platform: 'airbnb', externalId: room, active: isActive }]
    const hotelId = idText(bookingCom?.hotelId)
    const externalId = idText(bookingCom?.id)
    if (hotelId === null || externalId === null) return []
    return [{ platform: 'booking', externalId, hotelId, active: isActive }]
  }
  return (row.integrations ?? []).flatMap(linksOf)
}
