import type { Operations } from '../../connector-kit/connector.ts'
import { mapRows, plainId } from '../../connector-kit/paginate.ts'
import { remember } from '../../connector-kit/remember.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { getAll } from './envelope.ts'
import { unitExternalId } from './map.ts'
import { toUnit } from './map-listing.ts'
import { roomCheck, roomsIn } from './properties.ts'
import { VendorUnit } from './vendor.ts'

const rowCheck = compileCheck(VendorUnit)
// Within a run only: what changes is read anew.
const keepMs = 60_000

export const units: NonNullable<Operations['units']> = {
  /** The vendor gives the units of all room types at once, which does for those that are asked for one after the other. */
  async page(context, { listing }) {
    // A single home has no rooms; asking would be a call for nothing.
    if (listing.model === 'home') return { records: [], failures: [], next: null, expected: 0 }
    const query = { includeAllRooms: true, includeUnitDetails: true }
    const rows = await remember(context, 'beds24 units', keepMs, () =>
      getAll(context.http, '/v2/properties', query),
    )
    const room = rows.flatMap(roomsIn).find((row) => plainId(row) === listing.externalId)
    const given = roomCheck.fits(room) ? room : undefined
    const mapped = mapRows(given?.units ?? [], {
      row: rowCheck,
      record: recordChecks.unit,
      idOf: (row) => unitExternalId(listing.externalId, plainId(row)),
      map: (row) => toUnit(row, given ?? { id: listing.externalId }),
    })
    return { ...mapped, next: null, expected: given?.units?.length ?? 0 }
  },
}
