import { listIn, numberIn } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapOne, mapRows } from '../../connector-kit/paginate.ts'
import { accountIdIn } from '../../connector-kit/remember.ts'
import { read } from './graphql.ts'
import { toListing } from './map-listing.ts'
import { cursorIn } from './property-walk.ts'
import { VendorProperty } from './vendor.ts'

const listing = mapping('listing', VendorProperty, toListing)
const pageSize = 25

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const variables = { advertiser: accountIdIn(context), cursor, properties: pageSize }
    const { propertiesByAdvertiser: answer } = await read(context, 'PropertiesOfAdvertiser', variables)
    const total = numberIn(answer, 'totalCount')
    return {
      ...mapRows(listIn(answer, 'elements'), listing),
      next: cursorIn(answer),
      ...(total === null ? {} : { expected: total }),
    }
  },

  async one(context, externalId) {
    const { property } = await read(context, 'PropertyById', { property: externalId })
    return property === null || property === undefined ? null : mapOne(property, listing)
  },
}
