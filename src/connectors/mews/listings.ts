import type { ListingRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { isSleptIn, readAccount } from './account.ts'
import type { Account } from './account.ts'
import { everyRow, idOf, readable, rowsFor } from './calls.ts'
import { partsOf } from './category-parts.ts'
import { toListing } from './map-listing.ts'
import { VendorCategory } from './vendor.ts'

const rowCheck = compileCheck(VendorCategory)

export const listings: NonNullable<Operations['listings']> = {
  /** Room types are few, so all come at once. */
  async page(context) {
    const account = await readAccount(context)
    const active = [...account.services.values()].filter(({ isActive }) => isActive).map(({ id }) => id)
    const states = { ActivityStates: ['Active'] }
    const rows = await rowsFor(context, 'resourceCategories/getAll', 'ServiceIds', active, states)
    const shown = rows.filter((row) => !rowCheck.fits(row) || (isSleptIn(row) && row.IsActive !== false))
    const mapping = await mappingFor(context, account, shown)
    return { ...mapRows(shown, mapping), next: null, expected: shown.length }
  },

  /** Also one that was deleted, for the stays that were booked in it. */
  async one(context, externalId) {
    const account = await readAccount(context)
    const services = [...account.services.keys()]
    if (services.length === 0) return null
    const [row] = await everyRow(context, 'resourceCategories/getAll', {
      ServiceIds: services,
      ResourceCategoryIds: [externalId],
      ActivityStates: ['Active', 'Deleted'],
    })
    if (row === undefined || (rowCheck.fits(row) && !isSleptIn(row))) return null
    return mapOne(row, await mappingFor(context, account, [row]))
  },
}

async function mappingFor(
  context: VendorContext,
  account: Account,
  rows: unknown[],
): Promise<RowMapping<VendorCategory, ListingRecord>> {
  const parts = await partsOf(context, account, readable(rows, rowCheck))
  return {
    row: rowCheck,
    record: recordChecks.listing,
    idOf,
    map: (row) => {
      const service = account.services.get(row.ServiceId)
      if (service === undefined) throw new Error(`unknown service ${row.ServiceId}`)
      return toListing(row, { service, isPortfolio: account.isPortfolio, ...parts(row.Id) })
    },
  }
}
