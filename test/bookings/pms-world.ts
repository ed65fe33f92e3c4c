/** A simulated PMS whose account is connected and imported, and bookings made through it. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { actKinds } from '../../src/features/act-kinds.ts'
import { startActResolver } from '../../src/upstream/acts/public.ts'
import { hostaway } from '../../src/connectors/hostaway/index.ts'
import type { TestAnswer } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { startWorld, type VendorRow, type World } from '../sync/world.ts'

export interface PmsWorld extends World {
  listingId: string
  /** The vendor's id of the listing. */
  vendorListing: number
  send(method: string, url: string, body?: unknown, key?: string): Promise<TestAnswer>
  book(values?: object, key?: string, query?: string): Promise<TestAnswer>
  /** Bookings of the test's guest at the vendor. */
  booked(): VendorRow[]
  intent(key: string): Promise<Record<string, unknown>>
  fault(kind: string, method: string, path: string, count?: number): void
  calls(): string[]
  /** Lets time pass until the resolver has found everything out. */
  resolve(seconds: number): Promise<void>
}

export const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
/** Far enough ahead that the simulator has booked nothing there. */
export const stay = { checkIn: '2027-03-01', checkOut: '2027-03-04', guest, adults: 2 }

export async function startPmsWorld(): Promise<PmsWorld> {
  const world = await startWorld({ listings: 3, reservations: 60 })
  const { app, simulator, services } = world
  // A test waits for no vendor: neither for an answer that never comes nor for an allowance.
  const manifest = { ...hostaway.manifest, rateLimits: [], timeoutMs: 2000 }
  services.connectors = { ...services.connectors, hostaway: { ...hostaway, manifest } }
  await world.startWorker()
  await world.connect()
  await world.settle()
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from listings where workspace_id = ${app.workspace.id} and unit_count = 1
    order by id limit 1`.execute(app.db)
  const [listing] = rows
  assert.ok(listing)
  const send = (method: string, url: string, body?: unknown, key?: string) =>
    app.call(method, url, {
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      ...(body === undefined ? {} : { body }),
    })
  return {
    ...world,
    listingId: listing.id,
    vendorListing: Number(listing.external_id),
    send,
    book: (values = {}, key, query = '') =>
      send('POST', `/v1/reservations${query}`, { listingId: listing.id, ...stay, ...values }, key),
    booked: () =>
      world.state().reservations.filter((row) => String(row['guestName']).startsWith(`${guest.firstName} `)),
    async intent(key) {
      const answer = await app.get(`/v1/reservations/intents/${encodeURIComponent(key)}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as Record<string, unknown>
    },
    fault: (kind, method, path, count = 1) => void simulator.faults.add({ kind, method, path, count }),
    calls: () => simulator.calls.list().map(({ method, path }) => `${method} ${path}`),
    async resolve(seconds) {
      app.clock.advance(seconds * 1000)
      const resolver = startActResolver(services, actKinds, { askEveryMs: 10 })
      await until('every intent that is due to be looked at', async () => {
        const { rows: open } = await sql`
          select from vendor_acts
          where next_look_at <= ${app.clock.now()} or held_until is not null limit 1`.execute(app.db)
        return open.length === 0
      }).finally(() => resolver.stop())
    },
  }
}

/** From now on answers to bookings that were made do not say what was made. */
export function tellNoMoreThanIds({ services }: Pick<World, 'services'>): void {
  const known = services.connectors['hostaway']
  const writes = known?.operations.reservationWrites
  assert.ok(writes)
  const create: typeof writes.create = async (context, draft) => {
    const { record: _, ...made } = await writes.create(context, draft)
    return made
  }
  const operations = { ...known.operations, reservationWrites: { ...writes, create } }
  services.connectors = { ...services.connectors, hostaway: { ...known, operations } }
}

/** From now on bookings have no marker, and the list of bookings begins with so many empty pages. Returns what undoes it. */
export function lengthenList({ services }: Pick<World, 'services'>, emptyPages: number): () => void {
  const before = services.connectors
  const known = before['hostaway']
  const { reservations, reservationWrites } = known?.operations ?? {}
  assert.ok(known && reservations && reservationWrites)
  const page: typeof reservations.page = async (context, query) => {
    const [number, cursor] = query.cursor?.split(/:(.*)/s) ?? ['0', '']
    if (Number(number) < emptyPages)
      return { records: [], failures: [], next: `${Number(number) + 1}:`, watermark: null }
    const last = await reservations.page(context, { ...query, cursor: cursor || null })
    return { ...last, next: last.next === null ? null : `${number}:${last.next}` }
  }
  const operations = {
    ...known.operations,
    reservations: { ...reservations, page },
    reservationWrites: { ...reservationWrites, findMarked: async () => [] },
  }
  services.connectors = { ...before, hostaway: { ...known, operations } }
  return () => {
    services.connectors = before
  }
}

export function errorOf(answer: TestAnswer, status: number, code: string): Record<string, unknown> {
  const error = answer.body?.['error'] as unknown as Record<string, unknown> | undefined
  assert.equal(`${answer.status} ${String(error?.['code'])}`, `${status} ${code}`, answer.text)
  return error ?? {}
}
