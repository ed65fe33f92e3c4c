import type { ListingRecord } from '../../contract/records.ts'
import { demand, orNull } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import {
  emptyPage,
  mapOne,
  mapping,
  mapRows,
  orFailure,
  plainId,
  readCursor,
  together,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import type { MappedRows } from '../../connector-kit/paginate.ts'
import { toListing } from './map-listing.ts'
import { readRows } from './signals.ts'
import { VendorApartment, VendorApartmentDetails } from './vendor.ts'

// Every apartment costs one more call, for its details.
const pageSize = 20

/** The list has no pages and only names. A walk remembers the last apartment it has read. */
export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const { after } = readCursor<{ after: string | null }>(cursor, { after: null })
    const rows = (await apartmentRows(context)).toSorted((left, right) =>
      inOrder(plainId(left), plainId(right)),
    )
    const left = rows.filter((row) => after === null || inOrder(plainId(row), after) > 0)
    const read = left.slice(0, pageSize)
    const found = await Promise.all(read.map((row) => listingOf(context, row)))
    return {
      ...together(found),
      next: left.length > pageSize ? writeCursor({ after: plainId(read.at(-1)) }) : null,
      expected: rows.length,
    }
  },

  async one(context, externalId) {
    const row = (await apartmentRows(context)).find((candidate) => plainId(candidate) === externalId)
    if (row === undefined) return null
    const details = await detailsOf(context, externalId)
    return details === null ? null : mapOne(row, mappingFor(details))
  },
}

async function apartmentRows({ http }: VendorContext): Promise<unknown[]> {
  return readRows(await http.get('/api/apartments'), 'apartments').rows
}

function inOrder(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

/** An apartment removed since the list was read gives no record. */
function listingOf(context: VendorContext, row: unknown): Promise<MappedRows<ListingRecord>> {
  const externalId = plainId(row)
  return orFailure(externalId, async () => {
    // A row that does not name its apartment does not mean that one was removed.
    demand(VendorApartment, row, 'apartment')
    const details = await detailsOf(context, externalId)
    return details === null ? emptyPage : mapRows([row], mappingFor(details))
  })
}

async function detailsOf({ http }: VendorContext, id: string): Promise<VendorApartmentDetails | null> {
  const details = await orNull(http.get(`/api/apartments/${encodeURIComponent(id)}`))
  return details === null ? null : demand(VendorApartmentDetails, details, `apartment ${id}`)
}

const mappingFor = (details: VendorApartmentDetails) =>
  mapping('listing', VendorApartment, (row) => toListing(row, details))
