import type { ListingRecord } from '../../contract/records.ts'
import type { Operations, Page } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, offsetPage, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { toListing } from './map-listing.ts'
import { orNull } from './missing.ts'
import { listingFields, VendorListing } from './vendor.ts'

export const pageSize = 100

/**
 * The list gives only what is active, managed in Guesty and listed, unless it is asked for the contrary; there is no
 * way to ask for all. An unlisted home still has guests, so every combination is walked.
 */
export const standings = [true, false].flatMap((active) =>
  [true, false].flatMap((pmsActive) => [true, false].map((listed) => ({ active, pmsActive, listed }))),
)

const mapping: RowMapping<VendorListing, ListingRecord> = {
  row: compileCheck(VendorListing),
  record: recordChecks.listing,
  idOf,
  map: toListing,
}

interface Place {
  standing: number
  inner: string | null
}

export const listings: NonNullable<Operations['listings']> = {
  async page({ http }, { cursor }): Promise<Page<ListingRecord>> {
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
    return { ...mapRows(rows, mapping), next: isLast ? null : writeCursor(following) }
  },

  async one({ http }, externalId) {
    const path = `/v1/listings/${encodeURIComponent(externalId)}`
    const answer = await orNull(http.get(path, { query: { fields: listingFields } }))
    return answer === null ? null : mapOne(readRecord(answer), mapping)
  },
}
