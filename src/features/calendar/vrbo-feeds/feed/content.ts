/** Renders a listing's description. Pure. */
import { xml, writeXml } from '../../../../connector-kit/xml-write.ts'
import type { Xml } from '../../../../connector-kit/xml.ts'
import { unitIdOf } from './ids.ts'

export interface FeedContent {
  listingId: string
  isActive: boolean
  name: string
  headline: string | null
  summary: string | null
  description: string | null
  street: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  countryCode: string | null
  latitude: string | null
  longitude: string | null
  photos: readonly { url: string; caption: string | null }[]
  amenities: readonly string[]
  bedrooms: number | null
  beds: number | null
  bathrooms: number | null
  personCapacity: number | null
  propertyType: string | null
}

/** Our property types as theirs. */
const propertyTypes: Readonly<Record<string, string>> = {
  apartment: 'APARTMENT',
  barn: 'BARN',
  boat: 'BOAT',
  bungalow: 'BUNGALOW',
  cabin: 'CABIN',
  castle: 'CASTLE',
  chalet: 'CHALET',
  condominium: 'CONDO',
  condo: 'CONDO',
  cottage: 'COTTAGE',
  farm_stay: 'FARMHOUSE',
  house: 'HOUSE',
  houseboat: 'BOAT',
  lodge: 'LODGE',
  loft: 'APARTMENT',
  studio: 'STUDIO',
  townhouse: 'TOWNHOUSE',
  villa: 'VILLA',
}
const propertyTypeOf = (word: string | null) =>
  `PROPERTY_TYPE_${
    propertyTypes[
      word
        ?.trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_') ?? ''
    ] ?? 'HOUSE'
  }`

/** Text in the feeds' locale, which is English. */
const textElement = (name: string, value: string | null): Xml | undefined =>
  value === null || value.trim() === ''
    ? undefined
    : xml(name, {}, xml('texts', {}, xml('text', { locale: 'en' }, xml('textValue', {}, value))))
const plainElement = (name: string, value: string | number | null): Xml | undefined =>
  value === null || value === '' ? undefined : xml(name, {}, value)

export function renderContent(listing: FeedContent): string {
  const { listingId, latitude, longitude } = listing
  return writeXml(
    xml(
      'listing',
      {},
      xml('externalId', {}, listingId),
      xml('active', {}, listing.isActive),
      xml(
        'adContent',
        {},
        textElement('accommodationsSummary', listing.summary),
        textElement('description', listing.description ?? listing.summary),
        textElement('headline', listing.headline ?? listing.name),
        textElement('propertyName', listing.name),
      ),
      xml(
        'location',
        {},
        xml(
          'address',
          {},
          plainElement('addressLine1', listing.street),
          plainElement('city', listing.city),
          plainElement('stateOrProvince', listing.state),
          plainElement('country', listing.countryCode),
          plainElement('postalCode', listing.postalCode),
        ),
        latitude === null || longitude === null
          ? undefined
          : xml(
              'geoCode',
              {},
              xml('latLng', {}, xml('latitude', {}, latitude), xml('longitude', {}, longitude)),
            ),
      ),
      xml('images', {}, listing.photos.map(image)),
      xml('units', {}, unitOf(listing)),
    ),
  )
}

const image = ({ url, caption }: FeedContent['photos'][number], place: number): Xml =>
  xml(
    'image',
    {},
    xml('externalId', {}, `photo-${place + 1}`),
    textElement('title', caption),
    xml('uri', {}, url),
  )

const numbered = (name: string, one: string, count: number | null): Xml | undefined =>
  count === null || count < 1
    ? undefined
    : xml(
        name,
        {},
        Array.from({ length: Math.ceil(count) }, (_, n) =>
          xml(one, {}, xml('externalId', {}, `${one}-${n + 1}`)),
        ),
      )

const unitOf = (listing: FeedContent): Xml =>
  xml(
    'unit',
    {},
    xml('externalId', {}, unitIdOf(listing.listingId)),
    xml('active', {}, listing.isActive),
    numbered('bathrooms', 'bathroom', listing.bathrooms),
    numbered('bedrooms', 'bedroom', listing.bedrooms),
    xml(
      'featureValues',
      {},
      listing.amenities.map((amenity) =>
        xml('featureValue', {}, xml('count', {}, 1), xml('unitFeatureName', {}, amenity)),
      ),
    ),
    plainElement('maxSleep', listing.personCapacity),
    xml('propertyType', {}, propertyTypeOf(listing.propertyType)),
  )
