import type { Operations } from '../../connector-kit/connector.ts'
import { mapping, wholePage } from '../../connector-kit/paginate.ts'
import { idOf } from './calls.ts'
import { roomsOf } from './category-parts.ts'
import { toUnit } from './map-listing.ts'
import { VendorResource } from './vendor.ts'

export const units: NonNullable<Operations['units']> = {
  async page(context, { listing: { externalId } }) {
    const rooms = await roomsOf(context, [externalId])
    return wholePage(
      rooms.get(externalId) ?? [],
      mapping('unit', VendorResource, (row) => toUnit(row, externalId), idOf),
    )
  },
}
