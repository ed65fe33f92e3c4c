import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapRows } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { pageSize, standings } from './listings.ts'
import { childIds, toUnit } from './map-listing.ts'
import { orNull } from './missing.ts'
import { listingFields, VendorListing } from './vendor.ts'

const rowCheck = compileCheck(VendorListing)

/** Sub-units are listings with a parent; their ids stand in the multi-unit. */
export const units: NonNullable<Operations['units']> = {
  async page(context, { listing }) {
    // A single home has no rooms; asking would be a call for nothing.
    if (listing.model === 'home') return { records: [], failures: [], next: null, expected: 0 }
    const parent = await listingRow(context, listing.externalId, '_id type mtl')
    const ids = parent === null ? [] : idsIn(parent)
    const found = await (ids.length > standings.length ? listed(context, ids) : oneByOne(context, ids))
    const mapped = mapRows(found, {
      row: rowCheck,
      record: recordChecks.unit,
      idOf,
      map: (row) => toUnit(row, listing.externalId),
    })
    return { ...mapped, next: null, expected: found.length }
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

function idsIn(parent: unknown): string[] {
  if (!rowCheck.fits(parent)) {
    throw new VendorError('malformed', `listing ${idOf(parent)}: ${rowCheck.problem(parent) ?? ''}`)
  }
  return childIds(parent)
}
