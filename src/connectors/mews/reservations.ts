import { fieldOf } from '../../connector-kit/answers.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { emptyPage, mapOne, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { readAccount, readConfiguration, stayServices } from './account.ts'
import { bookings, everyRow, idOf, onePage, rowsFor } from './calls.ts'
import { toStay } from './map-reservation.ts'
import type { StayParts } from './map-reservation.ts'
import { advance, beginWalk, changedAt, intervalOf, unread, watermarkOf } from './reservation-walk.ts'
import type { Place, Reading, Stage } from './reservation-walk.ts'
import { stayPartsOf } from './stay-parts.ts'
import { VendorReservation } from './vendor.ts'

// Each row brings its nights, products and guest along.
const pageSize = 100

export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since }) {
    const account = await readAccount(context)
    const place =
      cursor === null
        ? beginWalk(since, (await readConfiguration(context)).now)
        : readCursor<Place>(cursor, beginWalk(since, context.now().toISOString()))
    const services = stayServices(account)
    // No filter would mean all services, parking included.
    if (services.length === 0) return { ...emptyPage, watermark: watermarkOf(place) }
    const reading = await stages[place.stage](context, services, place)
    const rows = unread(place, reading.rows)
    const { parts, changes: partChanges } = await stayPartsOf(context, account, rows)
    const changes = [...reading.changes, ...partChanges]
    const { read: reached, next } = advance(place, { ...reading, rows, changes })
    return {
      ...mapRows(rows, mappingFor(parts)),
      next: next === null ? null : writeCursor(next),
      watermark: watermarkOf(reached),
    }
  },

  async one(context, externalId) {
    const account = await readAccount(context)
    const [row] = await everyRow(context, bookings, { ReservationIds: [externalId] })
    if (row === undefined) return null
    const { parts } = await stayPartsOf(context, account, [row])
    return mapOne(row, mappingFor(parts))
  },
}

type Read = (context: VendorContext, services: string[], place: Place) => Promise<Reading>

/** How the rows of each stage are found. */
const stages: Record<Stage, Read> = {
  all: (context, services, place) => bookingsOf(context, { ServiceIds: services }, place),

  changed: (context, services, place) =>
    bookingsOf(context, { ServiceIds: services, UpdatedUtc: intervalOf(place) }, place),

  async priced(context, services, place) {
    const body = { ServiceIds: services, UpdatedUtc: intervalOf(place) }
    const items = await onePage(context, 'orderItems/getAll', body, { cursor: place.inner, count: pageSize })
    const ids = items.rows.flatMap((row) => presentText(fieldOf(row, 'ServiceOrderId')) ?? [])
    const rows = await reservationsBy(context, services, 'ReservationIds', ids, place)
    return { rows, changes: items.rows.map(changedAt), inner: items.next }
  },

  async named(context, services, place) {
    const body = { UpdatedUtc: intervalOf(place), Extent: { Customers: true, Addresses: false } }
    const page = await onePage(context, 'customers/getAll', body, { cursor: place.inner, count: pageSize })
    const rows = await reservationsBy(context, services, 'AccountIds', page.rows.map(idOf), place)
    return { rows, changes: page.rows.map(changedAt), inner: page.next }
  },
}

async function bookingsOf(context: VendorContext, body: object, { inner }: Place): Promise<Reading> {
  const { rows, next } = await onePage(context, bookings, body, { cursor: inner, count: pageSize })
  return { rows, changes: [], inner: next }
}

function reservationsBy(
  context: VendorContext,
  services: string[],
  filter: 'ReservationIds' | 'AccountIds',
  ids: string[],
  { given }: Place,
): Promise<unknown[]> {
  const known = new Set(given)
  const wanted = [...new Set(ids)].filter((id) => !known.has(id))
  return rowsFor(context, bookings, filter, wanted, { ServiceIds: services }, pageSize)
}

const mappingFor = (parts: StayParts) => mapping('stay', VendorReservation, (row) => toStay(row, parts), idOf)
