import { demand, orNull } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import {
  emptyPage,
  everyRowOf,
  mapping,
  mapRows,
  offsetPage,
  readCursor,
  readOne,
  wholePage,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { childIds, toListing, toUnit } from './map-listing.ts'
import { listingFields, VendorListing } from './vendor.ts'

const pageSize = 100

/**
 * The list gives only what is active, managed in Guesty and listed, unless it is asked for the contrary; there is no
 * way to ask for all. An unlisted home still has guests, so every combination is walked.
 */
const standings = [true, false].flatMap((active) =>
  [true, false].flatMap((pmsActive) =>
    [true, false].map((toMappedListing) => ({ active, pmsActive, listed: toMappedListing })),
  ),
)

const toMappedListing = mapping('listing', VendorListing, toListing, idOf)

interface ListingCursor {
  standing: number
  inner: string | null
}

export const listings: NonNullable<VendorOperations['listings']> = {
  async page({ http }, { cursor }) {
    const place = readCursor<ListingCursor>(cursor, { standing: 0, inner: null })
    const { rows, next } = await offsetPage({
      cursor: place.inner,
      limit: pageSize,
      idOf,
      fetch: async ({ offset, limit }) => {
        const query = {
          ...standings[place.standing],
          fields: listingFields,
          sort: '_id',
          limit,
          skip: offset,
        }
        return readRows(await http.get('/v1/listings', { query }))
      },
    })
    const following: ListingCursor =
      next === null ? { standing: place.standing + 1, inner: null } : { ...place, inner: next }
    const isLast = following.standing >= standings.length
    // No `expected`: the vendor counts sub-units as well.
    return { ...mapRows(rows, toMappedListing), next: isLast ? null : writeCursor(following) }
  },

  one({ http }, externalId) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}`
    return readOne(http.get(path, { query: { fields: listingFields } }), toMappedListing, readRecord)
  },
}

/** Sub-units are listings with a parent; their ids stand in the multi-unit. */
export const units: NonNullable<VendorOperations['units']> = {
  async page(context, { listing }) {
    // A single home has no rooms; asking would be a call for nothing.
    if (listing.model === 'home') return { ...emptyPage, expected: 0 }
    const parent = await listingRow(context, listing.externalId, '_id type mtl')
    const ids =
      parent === null ? [] : childIds(demand(VendorListing, parent, `listing ${listing.externalId}`))
    const found = await (ids.length > standings.length ? listedAmong(context, ids) : oneByOne(context, ids))
    return wholePage(
      found,
      mapping('unit', VendorListing, (row) => toUnit(row, listing.externalId), idOf),
    )
  },
}

async function oneByOne(context: VendorContext, ids: string[]): Promise<unknown[]> {
  const rows = await everyRowOf(ids, 1, async ([id = '']) => [await listingRow(context, id, listingFields)])
  return rows.filter((row) => row !== null)
}

/** The list hides what is inactive or unlisted, as sub-units usually are, so it is asked in every way. */
async function listedAmong({ http }: VendorContext, ids: string[]): Promise<unknown[]> {
  const rows = await everyRowOf(ids, pageSize, async (some) => {
    const query = { ids: some.join(','), fields: listingFields, sort: '_id', limit: pageSize }
    const answers: unknown[] = []
    for (const standing of standings) {
      answers.push(...readRows(await http.get('/v1/listings', { query: { ...standing, ...query } })).rows)
    }
    return answers
  })
  return [...new Map(rows.map((row) => [idOf(row), row])).values()]
}

async function listingRow({ http }: VendorContext, id: string, fields: string): Promise<unknown> {
  const answer = await orNull(http.get(`/v1/listings/${encodeURIComponent(id)}`, { query: { fields } }))
  return answer === null ? null : readRecord(answer)
}
