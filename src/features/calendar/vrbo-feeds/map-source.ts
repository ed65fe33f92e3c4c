/** Maps a stored listing to what the feeds render. Pure. */
import { noRates, type StayRates } from '../../../records/rates/public.ts'
import type { FeedRules } from './feed/configuration.ts'
import type { FeedContent } from './feed/content.ts'
import { isPriceable, type FeedPricing } from './feed/nights.ts'
import type { FeedSource } from './source-queries.ts'

type StoredFields = Readonly<Record<string, unknown>> | null

const textOf = (stored: StoredFields, key: string): string | null => {
  const value = stored?.[key]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
const numberOf = (stored: StoredFields, key: string): number | null => {
  const value = stored?.[key]
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
const yesNoOf = (stored: StoredFields, key: string): boolean | null => {
  const value = stored?.[key]
  return typeof value === 'boolean' ? value : null
}

export const toPricing = ({ currency, markupPercent, isShown }: FeedSource): FeedPricing => ({
  currency,
  markupPercent,
  isHidden: !isShown,
})

export const toRates = ({ pricing, defaultPrice }: FeedSource): StayRates => ({
  ...noRates,
  ...(pricing as Partial<StayRates>),
  defaultDailyPrice: defaultPrice,
})

export function toContent(source: FeedSource): FeedContent {
  const { content, details, amenities, photos, publicName, name } = source
  const { listingId, street, city, state, postalCode, countryCode, latitude, longitude } = source
  return {
    ...{ listingId, street, city, state, postalCode, countryCode, latitude, longitude },
    // A listing without an accepted price could not be sold.
    isActive: source.isShown && isPriceable(source),
    name: publicName ?? textOf(content, 'name') ?? name,
    headline: textOf(content, 'name') ?? publicName,
    summary: textOf(content, 'summary'),
    description: textOf(content, 'description'),
    photos: photos
      .filter((photo): photo is typeof photo & { url: string } => typeof photo.url === 'string')
      .toSorted((a, b) => Number(a.sortOrder ?? 0) - Number(b.sortOrder ?? 0))
      .map(({ url, caption }) => ({ url, caption: typeof caption === 'string' ? caption : null })),
    amenities: amenities.flatMap((amenity) => {
      const { amenityKey, isPresent } = (amenity ?? {}) as { amenityKey?: unknown; isPresent?: unknown }
      return typeof amenityKey === 'string' && isPresent !== false ? [amenityKey] : []
    }),
    bedrooms: numberOf(details, 'bedrooms'),
    beds: numberOf(details, 'beds'),
    bathrooms: numberOf(details, 'bathrooms'),
    personCapacity: numberOf(details, 'personCapacity'),
    propertyType: textOf(details, 'propertyType'),
  }
}

export function toRules({ listingId, policies, details }: FeedSource): FeedRules {
  return {
    listingId,
    cancellationPolicy: textOf(policies, 'cancellationPolicy'),
    checkInTime: textOf(policies, 'checkInTimeStart') ?? textOf(details, 'checkInTimeStart'),
    checkOutTime: textOf(policies, 'checkOutTime') ?? textOf(details, 'checkOutTime'),
    allowsChildren: yesNoOf(policies, 'allowsChildren'),
    allowsEvents: yesNoOf(policies, 'allowsEvents'),
    allowsPets: yesNoOf(policies, 'allowsPets'),
    allowsSmoking: yesNoOf(policies, 'allowsSmoking'),
    personCapacity: numberOf(details, 'personCapacity'),
  }
}
