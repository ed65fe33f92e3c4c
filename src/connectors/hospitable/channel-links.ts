import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mappedPage, mapping } from '../../connector-kit/paginate.ts'
import { numberedList } from './envelope.ts'
import { toLinkedListing } from './map-listing.ts'
import { propertiesPath } from './property-ids.ts'
import { VendorProperty } from './vendor.ts'

// The vendor documents this maximum. Pictures, which cost a call per property, are not read here.
const pageSize = 100
const linked = mapping('linkedListing', VendorProperty, toLinkedListing)

export const channelLinks: NonNullable<VendorOperations['channelLinks']> = {
  async page({ http }, { cursor }) {
    const list = { path: propertiesPath, query: { include: 'listings' }, cursor, pageSize }
    return mappedPage(await numberedList(http, list), linked)
  },
}
