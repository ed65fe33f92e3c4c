import { orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapping, wholePage } from '../../connector-kit/paginate.ts'
import { readList } from './envelope.ts'
import { toUnit } from './map-listing.ts'
import { VendorUnit } from './vendor.ts'

export const units: NonNullable<VendorOperations['units']> = {
  /** The vendor returns all units of a listing at once; a single home has no rooms, so no call is made. */
  async page(context, { listing: { model, externalId } }) {
    const rows = model === 'home' ? [] : await unitRows(context, externalId)
    return wholePage(
      rows,
      mapping('unit', VendorUnit, (row) => toUnit(row, externalId)),
    )
  },
}

/** Returns the readable units of a listing; none for a single home. */
export async function vendorUnits(context: VendorContext, listingId: string): Promise<VendorUnit[]> {
  return readable(VendorUnit, await unitRows(context, listingId))
}

async function unitRows({ http }: VendorContext, listingId: string): Promise<unknown[]> {
  const answer = await orNull(http.get(`/v1/listingUnits/${encodeURIComponent(listingId)}`))
  return answer === null ? [] : readList(answer).rows
}
