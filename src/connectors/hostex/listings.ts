import type { LinkedListingRecord, ListingRecord } from '../../contract/records.ts'
import { listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapOne, mappedPage, mapping, plainId } from '../../connector-kit/paginate.ts'
import { currencyCode, presentText, timeZoneName } from '../../connector-kit/readings.ts'
import { dataOf, listPage } from './envelope.ts'
import { pricedListings } from './homes.ts'
import { propertyTable, VendorProperty } from './vendor.ts'

const properties = { path: '/v3/properties', name: 'properties' }
const mapped = mapping('listing', VendorProperty, toListing)
const linked = mapping('linkedListing', VendorProperty, toLinkedListing)

export const listings: NonNullable<VendorOperations['listings']> = {
  async page({ http }, { cursor }) {
    return mappedPage(await listPage(http, { ...properties, cursor }), mapped)
  },

  /** There is no call for one property, but the list can be narrowed to it. */
  async one({ http }, externalId) {
    // The vendor refuses any other text instead of finding nothing.
    if (!/^\d+$/.test(externalId)) return null
    const query = { id: externalId, offset: 0, limit: 1 }
    const rows = listIn(dataOf(await http.get(properties.path, { query })), properties.name)
    const row = rows.find((candidate) => plainId(candidate) === externalId)
    return row === undefined ? null : mapOne(row, mapped)
  },
}

export const channelLinks: NonNullable<VendorOperations['channelLinks']> = {
  async page({ http }, { cursor }) {
    return mappedPage(await listPage(http, { ...properties, cursor }), linked)
  },
}

function toListing(row: VendorProperty): ListingRecord {
  const { latitude, longitude, ...fields } = propertyTable.read(row)
  const isLocated = Number(latitude) !== 0 || Number(longitude) !== 0
  const timeZone = timeZoneName(row.timezone)
  return {
    externalId: String(row.id),
    model: 'home',
    name: nameOf(row),
    ...fields,
    ...(isLocated ? { latitude, longitude } : {}),
    ...(timeZone === null ? {} : { timeZone }),
    currency: currencyOf(row),
    lifecycleStatus: 'live',
    unitCount: 1,
  }
}

const nameOf = ({ id, title }: VendorProperty): string => presentText(title) ?? `Property ${id}`

/** Only channel listings have a currency; the one whose price is shown counts. */
function currencyOf({ channels }: VendorProperty): string | null {
  const listing = [...pricedListings(channels), ...(channels ?? [])].find(
    ({ currency }) => presentText(currency) !== null,
  )
  return currencyCode(listing?.currency)
}

function toLinkedListing(row: VendorProperty): LinkedListingRecord {
  const platforms = ['airbnb', 'vrbo'] as const
  return {
    externalId: String(row.id),
    name: nameOf(row),
    links: (row.channels ?? []).flatMap(({ channel_type, listing_id }) => {
      const platform = platforms.find((name) => name === channel_type)
      return platform === undefined ? [] : [{ platform, externalId: String(listing_id) }]
    }),
  }
}
