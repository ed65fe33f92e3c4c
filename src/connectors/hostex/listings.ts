import { listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapOne, mappedPage, mapping, plainId } from '../../connector-kit/paginate.ts'
import { dataOf, listPage } from './envelope.ts'
import { toLinkedListing, toListing } from './map-listing.ts'
import { VendorProperty } from './vendor.ts'

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
