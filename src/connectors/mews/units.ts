import type { Operations } from '../../connector-kit/connector.ts'
import { mapRows } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { idOf } from './calls.ts'
import { roomsOf } from './category-parts.ts'
import { toUnit } from './map-listing.ts'
import { VendorResource } from './vendor.ts'

const rowCheck = compileCheck(VendorResource)

export const units: NonNullable<Operations['units']> = {
  async page(context, { listing }) {
    const rooms = await roomsOf(context, [listing.externalId])
    const rows = rooms.get(listing.externalId) ?? []
    const mapped = mapRows(rows, {
      row: rowCheck,
      record: recordChecks.unit,
      idOf,
      map: (row) => toUnit(row, listing.externalId),
    })
    return { ...mapped, next: null, expected: rows.length }
  },
}
