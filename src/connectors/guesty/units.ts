import { demand, orNull } from '../../connector-kit/answers.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { emptyPage, mapping, wholePage } from '../../connector-kit/paginate.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { pageSize, standings } from './listings.ts'
import { childIds, toUnit } from './map-listing.ts'
import { listingFields, VendorListing } from './vendor.ts'

/** Sub-units are listings with a parent; their ids stand in the multi-unit. */
export const units: NonNullable<Operations['units']> = {
  async page(context, { listing }) {
    // A single home has no rooms; asking would be a call for nothing.
    if (listing.model === 'home') return { ...emptyPage, expected: 0 }
    const parent = await listingRow(context, listing.externalId, '_id type mtl')
    const ids =
      parent === null ? [] : childIds(demand(VendorListing, parent, `listing ${listing.externalId}`))
    const found = await (ids.length > standings.length ? listed(context, ids) : oneByOne(context, ids))
    return wholePage(
      found,
      mapping('unit', VendorListing, (row) => toUnit(row, listing.externalId), idOf),
    )
  },
}

async function oneByOne(context: VendorContext, ids: string[]): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const id of ids) rows.push(await listingRow(context, id, listingFields))
  return rows.filter((row) => row !== null)
}

/** The list hides what is inactive or unlisted, as sub-units usually are, so it is asked in every way. */
async function listed({ http }: VendorContext, ids: string[]): Promise<unknown[]> {
  const rows = new Map<string, unknown>()
  for (let start = 0; start < ids.length; start += pageSize) {
    const asked = ids.slice(start, start + pageSize).join(',')
    for (const standing of standings) {
      const query = { ...standing, ids: asked, fields: listingFields, sort: '_id', limit: pageSize }
      for (const row of readRows(await http.get('/v1/listings', { query })).rows) rows.set(idOf(row), row)
    }
  }
  return [...rows.values()]
}

async function listingRow({ http }: VendorContext, id: string, fields: string): Promise<unknown> {
  const answer = await orNull(http.get(`/v1/listings/${encodeURIComponent(id)}`, { query: { fields } }))
  return answer === null ? null : readRecord(answer)
}
