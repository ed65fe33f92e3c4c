import type { ListingRecord, UnitRecord } from '../../contract/records.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { amenitiesNamed } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import {
  nameKey,
  presentText,
  presentTexts,
  timeZoneName,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { currencyOf } from './hotels.ts'
import { timeOfDay } from './map.ts'
import type { VendorHotel, VendorHotelDetails, VendorRoom, VendorRoomType } from './vendor.ts'

/** A room type's listing needs these besides its own row. */
export interface ListingParts {
  hotel: VendorHotel | undefined
  details: VendorHotelDetails
  units: number
  /** True if the key reaches more properties than this one. */
  isGroup: boolean
}

export function toListing(row: VendorRoomType, parts: ListingParts): ListingRecord {
  const { hotel, details, units, isGroup } = parts
  const publicName = presentText(row.roomTypeName)
  const photos = photosOf(row, details)
  const policy = details.propertyPolicy
  return {
    externalId: String(row.roomTypeID),
    model: 'hotel',
    ...(isGroup ? { accountExternalId: String(row.propertyID) } : {}),
    name: publicName ?? presentText(row.roomTypeNameShort) ?? `Room type ${row.roomTypeID}`,
    publicName,
    ...addressOf(details),
    timeZone: timeZoneName(hotel?.propertyTimezone),
    currency: hotel === undefined ? null : currencyOf(hotel),
    thumbnailUrl: photos[0]?.url ?? null,
    unitCount: units,
    content: {
      name: publicName,
      description: plain(row.roomTypeDescription),
      houseRules: plain(policy?.propertyTermsAndConditions),
    },
    details: {
      propertyType: presentText(details.propertyType),
      roomTypeCategory: row.isPrivate === false ? 'shared_room' : null,
      personCapacity: wholeNumber(row.maxGuests),
      checkInTimeStart: timeOfDay(policy?.propertyCheckInTime),
      checkOutTime: timeOfDay(policy?.propertyCheckOutTime),
    },
    amenities: amenitiesOf(row, details),
    photos,
  }
}

export function toUnit(row: VendorRoom): UnitRecord {
  return {
    externalId: String(row.roomID),
    listingExternalIds: [String(row.roomTypeID)],
    name: presentText(row.roomName) ?? `Room ${row.roomID}`,
    active: true,
  }
}

function plain(html: string | null | undefined): string | null {
  return presentText(textOfHtml(html ?? ''))
}

const coordinate = (field: string, value: string | number | null | undefined): string | null =>
  readSide(field, value, () => decimalString(value))

/** Any longer text is no address but was entered by mistake. */
const longestAddress = 4000

/** Room types have no address of their own, so the property's is used. */
function addressOf({ propertyAddress }: VendorHotelDetails): Partial<ListingRecord> {
  const street = presentTexts([propertyAddress?.propertyAddress1, propertyAddress?.propertyAddress2])
  return {
    street: street.length === 0 ? null : street.join(', '),
    city: presentText(propertyAddress?.propertyCity),
    state: presentText(propertyAddress?.propertyState),
    postalCode: presentText(propertyAddress?.propertyZip),
    countryCode: presentText(propertyAddress?.propertyCountry),
    latitude: coordinate('propertyLatitude', propertyAddress?.propertyLatitude),
    longitude: coordinate('propertyLongitude', propertyAddress?.propertyLongitude),
  }
}

/** Photos of the room type come first, then those of the property. */
function photosOf(
  { roomTypePhotos }: VendorRoomType,
  details: VendorHotelDetails,
): NonNullable<ListingRecord['photos']> {
  const all = [roomTypePhotos, details.propertyImage, details.propertyAdditionalPhotos].flatMap(
    (photos) => photos ?? [],
  )
  const urls = presentTexts(all.map((photo) => (typeof photo === 'string' ? photo : photo.image)))
  const addresses = urls.filter((url) => url.length <= longestAddress)
  return [...new Set(addresses)].map((url, index) => ({ url, sortOrder: index }))
}

/** The amenities are names, those of the room type and of the property. */
function amenitiesOf(
  { roomTypeFeatures }: VendorRoomType,
  { propertyAmenities }: VendorHotelDetails,
): NonNullable<ListingRecord['amenities']> {
  const features = typeof roomTypeFeatures === 'object' ? Object.values(roomTypeFeatures ?? {}) : []
  const names = [...features, ...(propertyAmenities ?? [])].filter((name) => typeof name === 'string')
  return amenitiesNamed(names.map(nameKey))
}
