import type { ListingRecord, UnitRecord } from '../../contract/records.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { amenitiesNamed } from '../../connector-kit/listing-readings.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { timeOfDay, unitExternalId } from './map.ts'
import { unitCount } from './properties.ts'
import { VendorRoom, type VendorListing, type VendorUnit } from './vendor.ts'

export function toListing({ room, property, rooms }: VendorListing): ListingRecord {
  const units = unitCount(room.qty)
  const publicName = textOf(room.texts, 'displayName')
  return {
    externalId: String(room.id),
    model: units > 1 ? 'hotel' : 'home',
    name: nameOf({ room, property, rooms }),
    publicName,
    street: presentText(property.address),
    city: presentText(property.city),
    state: presentText(property.state),
    postalCode: presentText(property.postcode),
    countryCode: presentText(property.country),
    latitude: decimalString(property.latitude),
    longitude: decimalString(property.longitude),
    currency: currencyCode(property.currency),
    defaultNightlyPrice: nonZeroDecimal(room.rackRate),
    minNights: wholeNumber(room.minStay),
    maxNights: wholeNumber(room.maxStay),
    unitCount: units,
    content: contentOf({ room, property }, publicName),
    details: detailsOf({ room, property }),
    ...(room.featureCodes || property.featureCodes ? { amenities: amenitiesOf({ room, property }) } : {}),
  }
}

export function toUnit(unit: VendorUnit, room: Pick<VendorRoom, 'id'>): UnitRecord {
  return {
    externalId: unitExternalId(room.id, unit.id),
    listingExternalIds: [String(room.id)],
    name: presentText(unit.name) ?? `Unit ${unit.id}`,
    active: true,
    housekeepingStatus: presentText(unit.statusText),
  }
}

/** A property's only room type has the property's name; one of several needs its own. */
export function nameOf({
  room,
  property,
  rooms,
}: Pick<VendorListing, 'room' | 'property' | 'rooms'>): string {
  const own = presentText(room.name)
  const place = presentText(property.name)
  if (rooms === 1) return place ?? own ?? `Room type ${room.id}`
  return [place, own ?? String(room.id)].filter((part) => part !== null).join(' – ')
}

type RoomOfProperty = Pick<VendorListing, 'room' | 'property'>

function contentOf(
  { room, property }: RoomOfProperty,
  publicName: string | null,
): NonNullable<ListingRecord['content']> {
  const { texts } = property
  return {
    name: publicName ?? presentText(property.name),
    summary: textOf(room.texts, 'contentHeadline') ?? textOf(texts, 'headline'),
    description: textOf(texts, 'propertyDescription'),
    space: textOf(room.texts, 'roomDescription') ?? textOf(room.texts, 'contentDescription'),
    neighborhoodOverview: textOf(texts, 'locationDescription'),
    houseRules: textOf(texts, 'houseRules'),
    notes: textOf(texts, 'generalPolicy'),
  }
}

function detailsOf({ room, property }: RoomOfProperty): NonNullable<ListingRecord['details']> {
  return {
    propertyType: presentText(property.propertyType),
    roomTypeCategory: presentText(room.roomType),
    personCapacity: wholeNumber(room.maxPeople),
    checkInTimeStart: timeOfDay(property.checkInStart),
    checkInTimeEnd: timeOfDay(property.checkInEnd),
    checkOutTime: timeOfDay(property.checkOutEnd),
    minNights: wholeNumber(room.minStay),
    maxNights: wholeNumber(room.maxStay),
    turnoverDays: wholeNumber(room.blockAfterCheckOutDays),
    directions: textOf(property.texts, 'directions'),
  }
}

/** The vendor does not name the main language: English is taken if present, else the first non-empty text. */
function textOf<K extends string>(
  texts: ({ language?: string | null } & { [N in K]?: string | null })[] | null | undefined,
  name: K,
): string | null {
  const found = (texts ?? []).flatMap((entry) => {
    const text = presentText(entry[name])
    return text === null ? [] : [{ language: entry.language, text: textOfHtml(text) }]
  })
  return (found.find(({ language }) => language === 'en') ?? found[0])?.text ?? null
}

/** A code alone is an amenity; several together describe a room (a bedroom with its beds). */
function amenitiesOf({ room, property }: RoomOfProperty): NonNullable<ListingRecord['amenities']> {
  const groups = [...(property.featureCodes ?? []), ...(room.featureCodes ?? [])]
  const keys = groups.flatMap((codes) => (codes.length === 1 ? codes.map((code) => code.toLowerCase()) : []))
  return amenitiesNamed(keys)
}
