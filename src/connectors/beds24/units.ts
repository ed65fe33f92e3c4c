import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, plainId, wholePage } from '../../connector-kit/paginate.ts'
import { remember } from '../../connector-kit/remember.ts'
import { getAll } from './envelope.ts'
import { toUnit } from './map-listing.ts'
import { unitExternalId } from './map.ts'
import { roomsIn } from './properties.ts'
import { VendorRoom, VendorUnit } from './vendor.ts'

// Units may change, so they are kept within a run only.
const keepMs = 60_000

export const units: NonNullable<VendorOperations['units']> = {
  /** One call returns the units of all room types, which serves the calls for each of them. */
  async page(context, { listing }) {
    // A single home has no rooms, so a call would be wasted.
    if (listing.model === 'home') return wholePage([], ofRoom(listing.externalId))
    const query = { includeAllRooms: true, includeUnitDetails: true }
    const rows = await remember(context, 'beds24 units', keepMs, () =>
      getAll(context.http, '/v2/properties', query),
    )
    const rooms = rows.flatMap(roomsIn).filter((row) => plainId(row) === listing.externalId)
    return wholePage(readable(VendorRoom, rooms)[0]?.units ?? [], ofRoom(listing.externalId))
  },
}

const ofRoom = (id: string) =>
  mapping(
    'unit',
    VendorUnit,
    (row) => toUnit(row, { id }),
    (row) => unitExternalId(id, plainId(row)),
  )
