import type { ListingRecord, UnitRecord } from '../../contract/records.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import type { Hotel, Service } from './account.ts'
import { snakeCase, textIn, timeOfDay } from './map.ts'
import type { VendorCategory, VendorResource } from './vendor.ts'

/** A room type's listing needs these besides its own row. */
export interface CategoryParts {
  service: Service
  /** The room type has this many rooms in use. */
  units: number
  /** All of its rooms have these features. */
  features: string[]
  photos: { url: string; ordering: number }[]
  /** True if the connection reaches more hotels than this one. */
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

/** Room types have no address of their own, so the hotel's is used. */
function addressOf({ address }: Hotel): Partial<ListingRecord> {
  // The code begins with the country (`AU-NSW`), which has a field of its own.
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

/** The capacity counts beds and extra beds. */
function capacityOf({ Capacity, ExtraCapacity }: VendorCategory): number | null {
  if (typeof Capacity !== 'number' || Capacity < 0) return null
  return Capacity + Math.max(0, ExtraCapacity ?? 0)
}
