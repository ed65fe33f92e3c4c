import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapRows, plainId } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { readList } from './envelope.ts'
import { toUnit } from './map-listing.ts'
import { orNull } from './missing.ts'
import { VendorUnit } from './vendor.ts'

const rowCheck = compileCheck(VendorUnit)

export const units: NonNullable<Operations['units']> = {
  /** The vendor gives all units of a listing at once. */
  async page(context, { listing }) {
    // A single home has no rooms; asking would be a call for nothing.
    if (listing.model === 'home') return { records: [], failures: [], next: null, expected: 0 }
    const rows = await unitRows(context, listing.externalId)
    const mapped = mapRows(rows, {
      row: rowCheck,
      record: recordChecks.unit,
      idOf: plainId,
      map: (row) => toUnit(row, listing.externalId),
    })
    return { ...mapped, next: null, expected: rows.length }
  },
}

/** The units of a listing as far as they can be read; none for a single home. */
export async function vendorUnits(context: VendorContext, listingId: string): Promise<VendorUnit[]> {
  const rows = await unitRows(context, listingId)
  return rows.filter((row): row is VendorUnit => rowCheck.fits(row))
}

async function unitRows({ http }: VendorContext, listingId: string): Promise<unknown[]> {
  const answer = await orNull(http.get(`/v1/listingUnits/${encodeURIComponent(listingId)}`))
  return answer === null ? [] : readList(answer).rows
}
