import { orNull } from '../../connector-kit/answers.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapping, mappedPage, plainId } from '../../connector-kit/paginate.ts'
import { listPage } from './lists.ts'
import { toListing } from './map-listing.ts'
import { VendorListing } from './vendor.ts'

const listing = mapping('listing', VendorListing, toListing)

/** Only vetted homes stand in the list. */
export const listings: NonNullable<Operations['listings']> = {
  async page({ http }, { cursor }) {
    const page = await listPage(http, { path: '/v2/listings', name: 'listings', cursor, idOf: plainId })
    return mappedPage(page, listing)
  },

  async one(context, externalId) {
    const row = await orNull(readRow(context, externalId))
    return row === null ? null : mapOne(row, listing)
  },
}

export const readRow = ({ http }: VendorContext, externalId: string): Promise<unknown> =>
  http.get(`/v2/listings/${encodeURIComponent(externalId)}`)
