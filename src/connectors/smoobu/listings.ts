import type { ListingRecord } from '../../contract/records.ts'
import type { Operations, Page, RowFailure, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { toListing } from './map-listing.ts'
import { orNull, readRows } from './signals.ts'
import { VendorApartment, VendorApartmentDetails } from './vendor.ts'

// Every apartment costs one more call, for its details.
const pageSize = 20
const detailsCheck = compileCheck(VendorApartmentDetails)
const rowCheck = compileCheck(VendorApartment)

/** The list has no pages and nothing but names. A walk remembers the last apartment it has read. */
export const listings: NonNullable<Operations['listings']> = {
  async page(context, { cursor }): Promise<Page<ListingRecord>> {
    const { after } = readCursor<{ after: string | null }>(cursor, { after: null })
    const rows = (await apartmentRows(context)).toSorted((left, right) =>
      inOrder(plainId(left), plainId(right)),
    )
    const left = rows.filter((row) => after === null || inOrder(plainId(row), after) > 0)
    const read = left.slice(0, pageSize)
    const found = await Promise.all(read.map((row) => listingOf(context, row)))
    return {
      records: found.flatMap(({ records }) => records),
      failures: found.flatMap(({ failures }) => failures),
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

/** What is wrong with one apartment stops no other; an outage does. */
async function listingOf(
  context: VendorContext,
  row: unknown,
): Promise<{ records: ListingRecord[]; failures: RowFailure[] }> {
  const externalId = plainId(row)
  try {
    const details = await detailsOf(context, externalId)
    // Removed since the list was read.
    return details === null ? { records: [], failures: [] } : mapRows([row], mappingFor(details))
  } catch (error) {
    const isItsOwn = error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'malformed')
    if (!isItsOwn) throw error
    return { records: [], failures: [{ externalId, message: error.message }] }
  }
}

async function detailsOf(
  { http }: VendorContext,
  externalId: string,
): Promise<VendorApartmentDetails | null> {
  const details = await orNull(http.get(`/api/apartments/${encodeURIComponent(externalId)}`))
  if (details === null || detailsCheck.fits(details)) return details
  const place = detailsCheck.problem(details)
  throw new VendorError('malformed', `apartment ${externalId}: unexpected shape at ${place}`)
}

function mappingFor(details: VendorApartmentDetails): RowMapping<VendorApartment, ListingRecord> {
  return {
    row: rowCheck,
    record: recordChecks.listing,
    idOf: plainId,
    map: (row) => toListing(row, details),
  }
}
