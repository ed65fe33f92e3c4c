/** What belongs to bookings of the newer interface, read for a page of them at once: guests, sums, items, time zones. */
import type { Static } from 'typebox'
import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { remember, rememberSettings } from '../../connector-kit/remember.ts'
import { isClosed, isShut } from './doors.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { bookerOf, homeOf } from './map-stay.ts'
import type { Belongings } from './map-stay.ts'
import {
  folioFields,
  folioItemFields,
  guestColumns,
  guestFields,
  VendorFolio,
  VendorFolioItems,
  VendorGuestRow,
} from './vendor-stay.ts'
import type { VendorStay } from './vendor-stay.ts'

// The guest folio takes 200 bookings a call; a page has 100 at most. [doc]
const hourMs = 3_600_000

export type Folios = ReadonlyMap<string, VendorFolio>

/** The sums of bookings, and when they changed last. */
export function foliosOf(context: VendorContext, rows: readonly VendorStay[]): Promise<Folios> {
  return folio(context, '/v1/guest-folio/overview', rows, folioFields, VendorFolio)
}

/** `folios`: where they were read already. */
export async function belongingsOf(
  context: VendorContext,
  rows: readonly VendorStay[],
  known?: Folios,
): Promise<(row: VendorStay) => Belongings> {
  const folios = known ?? (await foliosOf(context, rows))
  const path = '/v1/guest-folio/invoice-items'
  const billed = rows.filter(({ _id }) => folios.has(_id))
  const items = await folio(context, path, billed, folioItemFields, VendorFolioItems)
  const guests = await guestsOf(context, rows)
  const zones = await zonesOf(context, rows)
  return (row) => ({
    guest: guests.get(bookerOf(row) ?? ''),
    folio: folios.get(row._id),
    items: items.get(row._id),
    timezone: zones.get(homeOf(row) ?? '') ?? null,
  })
}

async function folio<S extends typeof VendorFolio | typeof VendorFolioItems>(
  context: VendorContext,
  path: string,
  rows: readonly VendorStay[],
  fields: string,
  schema: S,
): Promise<ReadonlyMap<string, Static<S>>> {
  if (rows.length === 0) return new Map()
  const query = { reservationIds: rows.map(({ _id }) => _id).join(','), fields }
  const answer = await ifAllowed(context, () => context.http.get(path, { query }))
  const found = readable<S>(schema, readRows(answer ?? []).rows)
  return new Map(found.map((row) => [row.reservationId, row]))
}

/**
 * null: not for this account. As long as there is an older interface that is no answer: the booking is read there with all that
 * belongs to it.
 */
async function ifAllowed(context: VendorContext, ask: () => Promise<unknown>): Promise<unknown> {
  return ask().catch((error: unknown) => {
    if (isShut(error) && isClosed(context, 'older')) return null
    throw error
  })
}

/**
 * In one call, by a filter that is documented for other fields; if it gives none of those that were asked for, it does not
 * work here and guests are read one by one.
 */
async function guestsOf(
  context: VendorContext,
  rows: readonly VendorStay[],
): Promise<Map<string, VendorGuestRow>> {
  const ids = [...new Set(rows.flatMap((row) => bookerOf(row) ?? []))]
  const found = new Map<string, VendorGuestRow>()
  const filtering = await rememberSettings(context, 'guests by id', hourMs, async () => ({ works: true }))
  if (ids.length > 1 && filtering.works) {
    const query = { columns: guestColumns, filters: JSON.stringify({ _id: { '@in': ids } }), limit: 100 }
    const answer = await ifAllowed(context, () => context.http.get('/v1/guests-crud', { query }))
    for (const row of readable(VendorGuestRow, readRows(answer ?? []).rows)) {
      const id = presentText(row._id) ?? presentText(row.id)
      if (id !== null) found.set(id, row)
    }
    filtering.works = ids.some((id) => found.has(id))
  }
  for (const id of ids) {
    if (found.has(id)) continue
    const path = `/v1/guests-crud/${encodeURIComponent(id)}`
    const ask = () => orNull(context.http.get(path, { query: { fields: guestFields } }))
    const answer = await ifAllowed(context, ask)
    const [row] = readable(VendorGuestRow, [answer === null ? null : readRecord(answer)])
    if (row !== undefined) found.set(id, row)
  }
  return found
}

/** Of each home once for a client; a home that is gone has none. */
async function zonesOf(
  context: VendorContext,
  rows: readonly VendorStay[],
): Promise<Map<string, string | null>> {
  const zones = await remember(context, 'time zones', hourMs, async () => new Map<string, string | null>())
  const missing = [...new Set(rows.flatMap((row) => homeOf(row) ?? []))].filter((id) => !zones.has(id))
  if (missing.length > 1) {
    const query = { ids: missing.join(','), fields: '_id timezone', limit: 100 }
    const rows = readRows(await context.http.get('/v1/listings', { query })).rows
    for (const row of rows) zones.set(idOf(row), presentText(fieldOf(row, 'timezone')))
  }
  // The list hides what is not active, listed and managed; a single home is given whatever it is.
  for (const id of missing) {
    if (zones.has(id)) continue
    const path = `/v1/listings/${encodeURIComponent(id)}`
    const answer = await orNull(context.http.get(path, { query: { fields: '_id timezone' } }))
    zones.set(id, answer === null ? null : presentText(fieldOf(readRecord(answer), 'timezone')))
  }
  return zones
}
