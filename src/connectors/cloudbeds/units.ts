import type { Operations } from '../../connector-kit/connector.ts'
import { mapRows } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { fieldText } from './envelope.ts'
import { readRooms } from './hotels.ts'
import { toUnit } from './map-listing.ts'
import { VendorRoom } from './vendor.ts'

const rowCheck = compileCheck(VendorRoom)

export const units: NonNullable<Operations['units']> = {
  async page(context, { listing }) {
    const rows = await readRooms(context, { roomTypeID: listing.externalId })
    const mapped = mapRows(rows, {
      row: rowCheck,
      record: recordChecks.unit,
      idOf: (row) => fieldText(row, 'roomID'),
      map: toUnit,
    })
    return { ...mapped, next: null, expected: rows.length }
  },
}
