import type { StayRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { orNull } from './missing.ts'
import { advance, beginWalk, filterOf, pageSize } from './reservation-walk.ts'
import type { Place } from './reservation-walk.ts'
import { reservationFields, VendorReservation } from './vendor.ts'

const mapping: RowMapping<VendorReservation, StayRecord> = {
  row: compileCheck(VendorReservation),
  record: recordChecks.stay,
  idOf,
  map: toStay,
}

export const reservations: NonNullable<Operations['reservations']> = {
  async page({ http }, { cursor, since }) {
    const place = readCursor<Place>(cursor, beginWalk(since))
    const query = {
      fields: reservationFields,
      sort: 'lastUpdatedAt',
      limit: pageSize,
      skip: place.skip,
      filters: filterOf(place),
    }
    const answer = readRows(await http.get('/v1/reservations', { query }))
    const { fresh, next, watermark } = advance(place, answer)
    const isWhole = since === null && cursor === null && answer.total !== null
    return {
      ...mapRows(fresh, mapping),
      next: next === null ? null : writeCursor(next),
      watermark,
      ...(isWhole ? { expected: answer.total ?? 0 } : {}),
    }
  },

  async one(context, externalId) {
    const path = `/v1/reservations/${encodeURIComponent(externalId)}`
    const answer = await orNull(context.http.get(path, { query: { fields: reservationFields } }))
    if (answer !== null) return mapOne(readRecord(answer), mapping)
    await demandGone(context, externalId)
    return null
  },
}

/**
 * The endpoint itself will be switched off and then says the same of every booking. Only what the newer interface does
 * not have either is gone; anything else would cancel every booking there is.
 */
async function demandGone({ http }: VendorContext, externalId: string): Promise<void> {
  const query = { 'reservationIds[]': externalId }
  const answer = await orNull(http.get('/v1/reservations-v3', { query }))
  const rows = answer === null ? [] : readRows(answer).rows
  if (!rows.some((row) => idOf(row) === externalId)) return
  throw new VendorError('unavailable', `reservation ${externalId} exists, but its endpoint does not give it`)
}
