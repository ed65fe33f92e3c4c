import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { emptyPage, mapOne, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { readAccount, readConfiguration, stayServices, type MewsAccount } from './account.ts'
import { bookings, everyRow, idOf, onePage, rowsFor } from './calls.ts'
import { toStay, type StayParts, guestIdOf } from './map-reservation.ts'
import {
  advance,
  beginWalk,
  changedAt,
  intervalOf,
  unread,
  watermarkOf,
  type ReservationCursor,
  type WalkRows,
  type WalkStage,
} from './reservation-walk.ts'
import { VendorReservation, OrderItem, VendorCompany, VendorCustomer } from './vendor.ts'

// Each row brings its nights, products and guest along, so pages are small.
const pageSize = 100

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const account = await readAccount(context)
    const place =
      cursor === null
        ? beginWalk(since, (await readConfiguration(context)).now)
        : readCursor<ReservationCursor>(cursor, beginWalk(since, context.now().toISOString()))
    const services = stayServices(account)
    // Without a filter the call would return all services, even parking.
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

type StageReader = (context: VendorContext, services: string[], place: ReservationCursor) => Promise<WalkRows>

/** Each stage finds its rows in its own way. */
const stages: Record<WalkStage, StageReader> = {
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

async function bookingsOf(
  context: VendorContext,
  body: object,
  { inner }: ReservationCursor,
): Promise<WalkRows> {
  const { rows, next } = await onePage(context, bookings, body, { cursor: inner, count: pageSize })
  return { rows, changes: [], inner: next }
}

function reservationsBy(
  context: VendorContext,
  services: string[],
  filter: 'ReservationIds' | 'AccountIds',
  ids: string[],
  { given }: ReservationCursor,
): Promise<unknown[]> {
  const givenIds = new Set(given)
  const newIds = [...new Set(ids)].filter((id) => !givenIds.has(id))
  return rowsFor(context, bookings, filter, newIds, { ServiceIds: services }, pageSize)
}

const mappingFor = (parts: StayParts) => mapping('stay', VendorReservation, (row) => toStay(row, parts), idOf)

/** Reservations contain no prices, guests or travel agencies, so these are fetched. */
async function stayPartsOf(
  context: VendorContext,
  account: MewsAccount,
  rows: unknown[],
): Promise<{ parts: StayParts; changes: (string | null)[] }> {
  const stays = readable(VendorReservation, rows)
  const stayIds = unique(stays, ({ Id }) => Id)
  const orderItems = await rowsFor(context, 'orderItems/getAll', 'ServiceOrderIds', stayIds)
  const guests = await rowsFor(context, 'customers/getAll', 'CustomerIds', unique(stays, guestIdOf), {
    Extent: { Customers: true, Addresses: true },
    // A profile merged into another is still the guest of its stays.
    ActivityStates: ['Active', 'Deleted'],
  })
  const agencies = unique(stays, ({ TravelAgencyId }) => presentText(TravelAgencyId))
  const companies = await rowsFor(context, 'companies/getAll', 'Ids', agencies)
  const parts = {
    account,
    customers: new Map(readable(VendorCustomer, guests).map((row) => [row.Id, row])),
    companies: new Map(
      readable(VendorCompany, companies).map((row) => [row.Id, presentText(row.Name) ?? 'unnamed']),
    ),
    ...itemsByStay(orderItems),
  }
  // Customers of companies' stays are left out, since their changes are not followed.
  const owners = new Set(stays.map(({ AccountId }) => AccountId))
  const changed = readable(VendorCustomer, guests).filter(({ Id }) => owners.has(Id))
  return { parts, changes: [...orderItems, ...changed].map(changedAt) }
}

function itemsByStay(rows: unknown[]): Pick<StayParts, 'items' | 'unpriced'> {
  const items = new Map<string, OrderItem[]>()
  const unpriced = new Set<string>()
  for (const row of rows) {
    const stay = fieldOf(row, 'ServiceOrderId')
    if (typeof stay !== 'string') continue
    const [item] = readable(OrderItem, [row])
    if (item !== undefined) items.set(stay, [...(items.get(stay) ?? []), item])
    else unpriced.add(stay)
  }
  return { items, unpriced }
}

function unique<T>(rows: T[], idOf: (row: T) => string | null): string[] {
  return [...new Set(rows.map(idOf).filter((id) => id !== null))]
}
