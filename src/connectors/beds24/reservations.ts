import type { StayRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { bookingById, nextBookings } from './bookings.ts'
import { toStay } from './map-reservation.ts'
import { accountFacts } from './properties.ts'
import { VendorBooking } from './vendor.ts'
import { beginWalk, watermarkOf } from './window-walk.ts'

const rowCheck = compileCheck(VendorBooking)

export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since }) {
    const start = readCursor(cursor, beginWalk(since, context.now().getTime()))
    const { place, rows, fresh, next } = await nextBookings(context.http, start)
    return {
      ...mapRows(fresh, await mappingFor(context, fresh)),
      next: next === null ? null : writeCursor(next),
      watermark: watermarkOf(place, rows),
    }
  },

  async one(context, externalId) {
    const row = await bookingById(context.http, externalId)
    return row === null ? null : mapOne(row, await mappingFor(context, [row]))
  },
}

async function mappingFor(
  context: VendorContext,
  rows: unknown[],
): Promise<RowMapping<VendorBooking, StayRecord>> {
  const facts = rows.length === 0 ? null : await accountFacts(context)
  return {
    row: rowCheck,
    record: recordChecks.stay,
    idOf: plainId,
    map: (row) =>
      toStay(row, {
        currency: facts?.currencyOfProperty.get(String(row.propertyId)) ?? null,
        units: facts?.unitsOfRoom.get(String(row.roomId)) ?? 1,
      }),
  }
}
