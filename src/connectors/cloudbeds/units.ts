import type { Operations } from '../../connector-kit/connector.ts'
import { mapping, wholePage } from '../../connector-kit/paginate.ts'
import { fieldText } from './envelope.ts'
import { readRooms } from './hotels.ts'
import { toUnit } from './map-listing.ts'
import { VendorRoom } from './vendor.ts'

export const units: NonNullable<Operations['units']> = {
  async page(context, { listing }) {
    const rows = await readRooms(context, { roomTypeID: listing.externalId })
    return wholePage(
      rows,
      mapping('unit', VendorRoom, toUnit, (row) => fieldText(row, 'roomID')),
    )
  },
}
