import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { bookingById, nextBookings } from './bookings.ts'
import { toStay } from './map-reservation.ts'
import { accountFacts } from './properties.ts'
import { VendorBooking } from './vendor.ts'
import { beginWalk, watermarkOf } from './window-walk.ts'

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

async function mappingFor(context: VendorContext, rows: unknown[]) {
  const facts = rows.length === 0 ? null : await accountFacts(context)
  return mapping('stay', VendorBooking, (row) =>
    toStay(row, {
      currency: facts?.currencyOfProperty.get(String(row.propertyId)) ?? null,
      units: facts?.unitsOfRoom.get(String(row.roomId)) ?? 1,
    }),
  )
}
