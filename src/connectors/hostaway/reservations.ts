import type { StayRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readList, readResult } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { orNull } from './missing.ts'
import { advance, beginWalk, jumpedToTop, pageSize } from './reservation-walk.ts'
import type { Place } from './reservation-walk.ts'
import { VendorReservation } from './vendor.ts'

interface ListPage {
  rows: unknown[]
  total: number | null
}

const mapping: RowMapping<VendorReservation, StayRecord> = {
  row: compileCheck(VendorReservation),
  record: recordChecks.stay,
  idOf: plainId,
  map: toStay,
}

export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<Place>(cursor, beginWalk(since))
    const { rows, total } = await nextPage(context, place)
    const { wanted, next, watermark } = advance(place, rows, total)
    return {
      ...mapRows(wanted, mapping),
      next: next === null ? null : writeCursor(next),
      watermark,
      ...(since === null && total !== null ? { expected: total } : {}),
    }
  },

  async one({ http }, externalId) {
    const answer = await orNull(http.get(`/v1/reservations/${encodeURIComponent(externalId)}`))
    return answer === null ? null : mapOne(readResult(answer), mapping)
  },
}

/** The rows after the best anchor that still stands where it was. */
async function nextPage(context: VendorContext, place: Place): Promise<ListPage> {
  if (place.anchors.length === 0) return listAfter(context, undefined)
  let page: ListPage = { rows: [], total: null }
  for (const anchor of place.anchors) {
    page = await listAfter(context, anchor)
    const rows = page.rows.filter((row) => !place.anchors.includes(plainId(row)))
    const isComplete = page.total !== null && place.given >= page.total
    if (isComplete || (rows.length > 0 && !jumpedToTop(place, rows))) return { ...page, rows }
    page = { ...page, rows }
  }
  return page
}

async function listAfter({ http }: VendorContext, afterId: string | undefined): Promise<ListPage> {
  try {
    return readList(
      await http.get('/v1/reservations', { query: { limit: pageSize, afterId, includeResources: 1 } }),
    )
  } catch (error) {
    // What the vendor says to an id that is gone is not documented; it is no reason to give up the walk.
    const isGone = error instanceof VendorError && (error.kind === 'not_found' || error.kind === 'rejected')
    if (isGone && afterId !== undefined) return { rows: [], total: null }
    throw error
  }
}
