import type { Operations } from '../../connector-kit/connector.ts'
import {
  mapping,
  mapRows,
  offsetPage,
  readCursor,
  readOne,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { toListing } from './map-listing.ts'
import { listingFields, VendorListing } from './vendor.ts'

export const pageSize = 100

/**
 * The list gives only what is active, managed in Guesty and listed, unless it is asked for the contrary; there is no
 * way to ask for all. An unlisted home still has guests, so every combination is walked.
 */
export const standings = [true, false].flatMap((active) =>
  [true, false].flatMap((pmsActive) => [true, false].map((listed) => ({ active, pmsActive, listed }))),
)

const listed = mapping('listing', VendorListing, toListing, idOf)

interface Place {
  standing: number
  inner: string | null
}

export const listings: NonNullable<Operations['listings']> = {
  async page({ http }, { cursor }) {
    const place = readCursor<Place>(cursor, { standing: 0, inner: null })
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
    const following: Place =
      next === null ? { standing: place.standing + 1, inner: null } : { ...place, inner: next }
    const isLast = following.standing >= standings.length
    // No `expected`: the vendor counts sub-units as well.
    return { ...mapRows(rows, listed), next: isLast ? null : writeCursor(following) }
  },

  one({ http }, externalId) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}`
    return readOne(http.get(path, { query: { fields: listingFields } }), listed, readRecord)
  },
}
