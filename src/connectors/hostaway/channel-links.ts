import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mappedPage, mapping, offsetPage } from '../../connector-kit/paginate.ts'
import { readList } from './envelope.ts'
import { toLinkedListing } from './map-listing.ts'
import { VendorListing } from './vendor.ts'

// Only the listing's own row is needed, so pages are as large as the vendor allows.
const pageSize = 100
const linked = mapping('linkedListing', VendorListing, toLinkedListing)

export const channelLinks: NonNullable<VendorOperations['channelLinks']> = {
  async page({ http }, { cursor }) {
    const page = await offsetPage({
      cursor,
      limit: pageSize,
      fetch: async (place) =>
        readList(await http.get('/v1/listings', { query: { ...place, includeResources: 0 } })),
    })
    return mappedPage(page, linked)
  },
}
