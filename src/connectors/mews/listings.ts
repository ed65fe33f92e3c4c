import type { ListingRecord } from '../../contract/records.ts'
import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapping, wholePage } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { isSleptIn, readAccount } from './account.ts'
import type { MewsAccount } from './account.ts'
import { everyRow, idOf, rowsFor } from './calls.ts'
import { partsOf, roomsOf } from './category-parts.ts'
import { toListing, toUnit } from './map-listing.ts'
import { VendorCategory, VendorResource } from './vendor.ts'

export const listings: NonNullable<VendorOperations['listings']> = {
  /** Room types are few, so one call returns all. */
  async page(context) {
    const account = await readAccount(context)
    const active = [...account.services.values()].filter(({ isActive }) => isActive).map(({ id }) => id)
    const states = { ActivityStates: ['Active'] }
    const rows = await rowsFor(context, 'resourceCategories/getAll', 'ServiceIds', active, states)
    const roomTypes = rows.filter((row) => readable(VendorCategory, [row]).every(isShown))
    return wholePage(roomTypes, await mappingFor(context, account, roomTypes))
  },

  /** Deleted room types are found too, for the stays booked in them. */
  async one(context, externalId) {
    const account = await readAccount(context)
    const services = [...account.services.keys()]
    if (services.length === 0) return null
    const [row] = await everyRow(context, 'resourceCategories/getAll', {
      ServiceIds: services,
      ResourceCategoryIds: [externalId],
      ActivityStates: ['Active', 'Deleted'],
    })
    if (row === undefined || !readable(VendorCategory, [row]).every(isSleptIn)) return null
    return mapOne(row, await mappingFor(context, account, [row]))
  },
}

/** Unreadable room types are kept, so that they are reported. */
const isShown = (row: VendorCategory): boolean => isSleptIn(row) && row.IsActive !== false

async function mappingFor(context: VendorContext, account: MewsAccount, rows: unknown[]) {
  const parts = await partsOf(context, account, readable(VendorCategory, rows))
  const map = (row: VendorCategory): ListingRecord => {
    const service = account.services.get(row.ServiceId)
    if (service === undefined) throw new Error(`unknown service ${row.ServiceId}`)
    return toListing(row, { service, isPortfolio: account.isPortfolio, ...parts(row.Id) })
  }
  return mapping('listing', VendorCategory, map, idOf)
}

const roomIdOf = (row: unknown): string => presentText(fieldOf(row, 'ResourceId')) ?? idOf(row)

export const units: NonNullable<VendorOperations['units']> = {
  async page(context, { listing: { externalId } }) {
    const { rooms, unread } = await roomsOf(context, [externalId])
    const page = wholePage(
      rooms.get(externalId) ?? [],
      mapping('unit', VendorResource, (row) => toUnit(row, externalId), idOf),
    )
    const message = 'a room, or whose room it is, cannot be read'
    const failures = unread.map((row) => ({ externalId: roomIdOf(row), message }))
    return { ...page, failures: [...page.failures, ...failures] }
  },
}
