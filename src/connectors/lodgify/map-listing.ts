import type { ListingRecord } from '../../contract/records.ts'
import { hourOfDay } from '../../connector-kit/dates.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { photosIn } from '../../connector-kit/listing-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode, fileUrl, nameKey, presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { listingId } from './listing-id.ts'
import type { VendorProperty, VendorRoomType, VendorSettings } from './vendor.ts'

export interface ListingParts {
  property: VendorProperty
  room: VendorRoomType
  /** The property has this many room types. */
  roomTypes: number
  settings: VendorSettings | null
}

export function toListing({ property, room, roomTypes, settings }: ListingParts): ListingRecord {
  const unitCount = Math.max(1, wholeNumber(room.units) ?? 1)
  const photos = photosIn(room.images?.map(({ url, text }) => ({ url: fileUrl(url), caption: text })))
  const publicName = nameOf(presentText(property.name), room, roomTypes)
  const name = nameOf(presentText(property.internal_name) ?? presentText(property.name), room, roomTypes)
  return {
    externalId: listingId(property.id, room.id),
    model: unitCount > 1 ? 'hotel' : 'home',
    name: name ?? `Property ${property.id}`,
    publicName,
    street: presentText(property.address),
    city: presentText(property.city),
    state: presentText(property.state),
    postalCode: presentText(property.zip),
    countryCode: presentText(property.country_code),
    ...coordinatesOf(property),
    currency: currencyCode(property.currency_code) ?? currencyCode(settings?.currency_code),
    lifecycleStatus: 'live',
    thumbnailUrl: photos[0]?.url ?? fileUrl(room.image_url) ?? fileUrl(property.image_url),
    unitCount,
    content: {
      name: publicName,
      description: htmlText(property.description),
      space: htmlText(room.description),
    },
    details: {
      bedrooms: wholeNumber(room.bedrooms),
      bathrooms: decimalString(room.bathrooms),
      personCapacity: wholeNumber(room.max_people),
      ...(settings === null ? {} : timesOf(settings)),
    },
    amenities: amenitiesOf(room),
    photos,
  }
}

function nameOf(ofProperty: string | null, room: VendorRoomType, roomTypes: number): string | null {
  const ofRoom = presentText(room.name)
  if (roomTypes <= 1 || ofRoom === null) return ofProperty ?? ofRoom
  return ofProperty === null || ofProperty === ofRoom ? ofRoom : `${ofProperty} – ${ofRoom}`
}

/** The vendor writes zero and zero for coordinates that were never set. */
function coordinatesOf({ latitude, longitude }: VendorProperty): Partial<ListingRecord> {
  if (!Number(latitude) && !Number(longitude)) return {}
  return {
    latitude: readSide('latitude', latitude, () => decimalString(latitude)),
    longitude: readSide('longitude', longitude, () => decimalString(longitude)),
  }
}

function timesOf(settings: VendorSettings): NonNullable<ListingRecord['details']> {
  const { check_in_hour, check_out_hour } = settings
  return {
    checkInTimeStart: readSide('check_in_hour', check_in_hour, () => hourOfDay(check_in_hour)),
    checkOutTime: readSide('check_out_hour', check_out_hour, () => hourOfDay(check_out_hour)),
    advanceBookingDays: wholeNumber(settings.advance_notice_days),
    turnoverDays: wholeNumber(settings.preparation_time_days),
  }
}

function amenitiesOf({ amenities }: VendorRoomType): NonNullable<ListingRecord['amenities']> {
  const found = Object.entries(amenities ?? {}).flatMap(([category, entries]) =>
    (entries ?? []).flatMap(({ name, text }) => {
      const key = nameKey(presentText(name) ?? presentText(text) ?? '')
      return key === '' ? [] : [[key, { amenityKey: key, category, isPresent: true }] as const]
    }),
  )
  return [...new Map(found).values()]
}

function htmlText(value: string | null | undefined): string | null {
  const text = presentText(value)
  return text === null ? null : presentText(textOfHtml(text))
}
