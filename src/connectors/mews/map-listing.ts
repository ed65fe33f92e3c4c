import type { ListingRecord, UnitRecord } from '../../contract/records.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import type { Hotel, Service } from './account.ts'
import { snakeCase, textIn, timeOfDay } from './map.ts'
import type { VendorCategory, VendorResource } from './vendor.ts'

/** What a room type is made of besides its own row. */
export interface CategoryParts {
  service: Service
  /** Its rooms that are in use. */
  units: number
  /** What all of them have. */
  features: string[]
  photos: { url: string; ordering: number }[]
  /** Whether the connection reaches more hotels than this one. */
  isPortfolio: boolean
}

export function toListing(row: VendorCategory, parts: CategoryParts): ListingRecord {
  const { service, units, features, isPortfolio } = parts
  const { hotel } = service
  const publicName = textIn(row.Names, hotel.language)
  const name = publicName ?? textIn(row.ShortNames, hotel.language) ?? `Room type ${row.Id}`
  const photos = parts.photos.toSorted((a, b) => a.ordering - b.ordering)
  return {
    externalId: row.Id,
    model: 'hotel',
    ...(isPortfolio ? { accountExternalId: hotel.id } : {}),
    name,
    publicName,
    ...addressOf(hotel),
    timeZone: hotel.timeZone,
    currency: hotel.currency,
    lifecycleStatus: row.IsActive === false || !service.isActive ? 'archived' : 'live',
    thumbnailUrl: photos[0]?.url ?? null,
    unitCount: units,
    content: {
      name: publicName,
      description: presentText(textOfHtml(textIn(row.Descriptions, hotel.language) ?? '')),
    },
    details: {
      propertyType: presentText(row.Type),
      personCapacity: capacityOf(row),
      checkInTimeStart: timeOfDay(service.startOffset),
      checkOutTime: timeOfDay(service.endOffset),
    },
    amenities: features.map((feature) => ({ amenityKey: snakeCase(feature), isPresent: true })),
    photos: photos.map(({ url }, index) => ({ url, sortOrder: index })),
  }
}

export function toUnit(row: VendorResource, listingExternalId: string): UnitRecord {
  return {
    externalId: row.Id,
    listingExternalIds: [listingExternalId],
    name: presentText(row.Name) ?? `Room ${row.Id}`,
    active: row.IsActive !== false,
    parentExternalId: presentText(row.ParentResourceId),
    housekeepingStatus: presentText(row.State) === null ? null : snakeCase(row.State ?? ''),
    floor: presentText(row.Data?.Value?.FloorNumber),
  }
}

/** Where the hotel stands; room types have no address of their own. */
function addressOf({ address }: Hotel): Partial<ListingRecord> {
  // `AU-NSW`: the country stands in a field of its own.
  const state = presentText(address?.CountrySubdivisionCode)?.replace(/^[A-Z]{2}-/, '') ?? null
  return {
    street: presentText(presentTexts([address?.Line1, address?.Line2]).join(', ')),
    city: presentText(address?.City),
    state,
    postalCode: presentText(address?.PostalCode),
    countryCode: presentText(address?.CountryCode),
    latitude: decimalString(address?.Latitude),
    longitude: decimalString(address?.Longitude),
  }
}

/** Beds, and beds that can be added. */
function capacityOf({ Capacity, ExtraCapacity }: VendorCategory): number | null {
  if (typeof Capacity !== 'number' || Capacity < 0) return null
  return Capacity + Math.max(0, ExtraCapacity ?? 0)
}
