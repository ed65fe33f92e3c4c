import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapOne, mapping, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { bookingById, nextBookings } from './bookings.ts'
import { toStay } from './map-reservation.ts'
import { accountFacts } from './properties.ts'
import { VendorBooking } from './vendor.ts'
import { beginWalk, watermarkOf } from './window-walk.ts'

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const start = readCursor(cursor, beginWalk(since, context.now().getTime()))
    const { place, rows, fresh, next } = await nextBookings(context.http, start)
    const { stays, factsOf } = await mappingFor(context, fresh)
    return {
      ...(await mapNews(context, fresh, stays, factsOf)),
      next: next === null ? null : writeCursor(next),
      watermark: watermarkOf(place, rows),
    }
  },

  async one(context, externalId) {
    const row = await bookingById(context.http, externalId)
    return row === null ? null : mapOne(row, (await mappingFor(context, [row])).stays)
  },
}

async function mappingFor(context: VendorContext, rows: unknown[]) {
  const facts = rows.length === 0 ? null : await accountFacts(context)
  /** The row lacks these facts of its home. */
  const factsOf = (row: unknown) => ({
    currency: facts?.currencyOfProperty.get(String(fieldOf(row, 'propertyId'))) ?? null,
    units: facts?.unitsOfRoom.get(String(fieldOf(row, 'roomId'))) ?? 1,
  })
  return { stays: mapping('stay', VendorBooking, (row) => toStay(row, factsOf(row))), factsOf }
}
