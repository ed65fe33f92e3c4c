/** Any vendor whose connector writes: its simulated account is connected and imported, and both clocks go together. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { Connector, VendorContext } from '../../src/connector-kit/connector.ts'
import type { ReservationWrites } from '../../src/connector-kit/write-operations.ts'
import type { CalendarDayRecord, ListingRecord, ReservationRecord } from '../../src/contract/records.ts'
import { actKinds } from '../../src/features/act-kinds.ts'
import { startActResolver } from '../../src/upstream/acts/public.ts'
import { startCalendarPushes } from '../../src/features/calendar/selling/worker.ts'
import { callConnection, connectionAccess } from '../../src/upstream/access.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited, type StoredEvent } from '../sync/world.ts'

/** Free nights of a home or room type, with one more on both sides, so that stays of a test never touch. */
export interface Slot {
  listingId: string
  listing: ListingRecord
  checkIn: string
  checkOut: string
}

export interface VendorWorld {
  app: TestApp
  simulator: RunningSimulator
  connector: Connector
  writes: ReservationWrites
  connectionId: string
  send(method: string, url: string, body?: unknown, key?: string): Promise<TestAnswer>
  /** Asks the vendor beside the server. */
  asked<T>(work: (context: VendorContext) => Promise<T>): Promise<T>
  one(externalId: string): Promise<ReservationRecord>
  slot(): Slot
  /** Bookings at the vendor, and rows of ours. */
  counts(): Promise<{ vendor: number; here: number }>
  events(): Promise<StoredEvent[]>
  /** Nothing is read until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Nothing happens beside what is asked, for good. */
  stopWorkers(): Promise<void>
  wait(seconds: number): void
  /** Lets time pass, then waits until everything that became due was read. */
  pass(seconds: number): Promise<void>
  /** Lets time pass until what became of every write that is open was found out or looked for. */
  resolve(seconds: number): Promise<void>
  close(): Promise<void>
}

export const nights = 4
/** Far enough for notice periods, near enough for every vendor's calendar. */
const [firstDay, lastDay] = [20, 300]
/** Long enough for an answer on a busy machine. */
const timeoutMs = 1500

export const dayAfter = (date: string, days: number) => String(Temporal.PlainDate.from(date).add({ days }))

export interface VendorWorldOptions {
  /** Homes or room types; their calendars are most of what is read. */
  listings?: number
  /** Bookings are off unless told where the vendor describes no such calls. */
  writePolicy?: object
  /** How long whoever asks the server waits for a vendor. */
  answerWithinMs?: number
  /** Done before the account is connected. */
  first?(app: TestApp, simulator: RunningSimulator): Promise<void>
}

export async function startVendorWorld(
  vendor: string,
  { listings = 2, writePolicy = { reservations: { api: true } }, first, ...setup }: VendorWorldOptions = {},
): Promise<VendorWorld> {
  // What cannot be started ends what was: workers that are left keep the process of the tests alive for hours.
  await using started = new AsyncDisposableStack()
  const simulator = await startSimulator(vendor, { listings, reservations: 20, rateLimit: 'off' })
  started.defer(() => simulator.close())
  const app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { ...simulator.partner, VENDOR_BASE_URLS: `${vendor}=${simulator.url}` },
    ...setup,
  })
  started.defer(() => app.close())
  const { services } = app
  const known = services.connectors[vendor]
  assert.ok(known)
  // A test waits for no vendor: neither for an answer that never comes nor for an allowance.
  const connector = { ...known, manifest: { ...known.manifest, rateLimits: [], timeoutMs } }
  services.connectors = { [vendor]: connector }
  const start = () => startSync(services, { budget: unlimited, askEveryMs, random: () => 0 })
  let worker = await start()
  started.defer(() => worker.stop())
  const pushes = startCalendarPushes(services, { budget: unlimited, askEveryMs })
  started.defer(() => pushes.stop())
  const settle = () =>
    until('the sync engine to come to rest', async () => {
      const { rows } = await sql`
          select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
        app.db,
      )
      return rows.length === 0
    })
  await first?.(app, simulator)
  const connected = await app.post(`/v1/connect/${vendor}/credentials`, {
    credentials: simulator.credentials,
    writePolicy,
  })
  assert.equal(connected.status, 200, connected.text)
  const connectionId = String(connected.body['pmsConnectionId'])
  await settle()
  const asked: VendorWorld['asked'] = async (work) => {
    const access = await connectionAccess(services, app.scope, connectionId)
    assert.ok(access)
    return callConnection(access, work, unlimited)
  }
  const wait = (seconds: number) => {
    simulator.clock.advanceSeconds(seconds)
    app.clock.advance(seconds * 1000)
  }
  const slots = await freeSlots(app, connector, asked)
  const running = started.move()
  return {
    app,
    simulator,
    connector,
    get writes() {
      const { reservationWrites } = connector.operations
      assert.ok(reservationWrites, `${vendor} takes no bookings`)
      return reservationWrites
    },
    connectionId,
    asked,
    pause: () => worker.stop(),
    async resume() {
      worker = await start()
      await settle()
    },
    async stopWorkers() {
      await Promise.all([worker.stop(), pushes.stop()])
    },
    wait,
    send: (method, url, body, key) =>
      app.call(method, url, {
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
        ...(body === undefined ? {} : { body }),
      }),
    async one(externalId) {
      const stay = await asked(async (context) =>
        connector.operations.reservations?.one?.(context, externalId),
      )
      assert.ok(stay?.kind === 'reservation', `the vendor has no reservation ${externalId}`)
      return stay
    },
    slot() {
      const next = slots.shift()
      assert.ok(next, 'no free nights are left')
      return next
    },
    async counts() {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from reservations where workspace_id = ${app.workspace.id}`.execute(
        app.db,
      )
      const { reservations } = simulator.operations.state(new Set())
      return { vendor: (reservations as unknown[]).length, here: rows[0]?.count ?? 0 }
    },
    async events() {
      const { rows } = await sql<{ sequence: string; type: string; data: string }>`
        select sequence, type, data from events where workspace_id = ${app.workspace.id}
        order by sequence`.execute(app.db)
      return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as StoredEvent['data'] }))
    },
    async pass(seconds) {
      wait(seconds)
      worker.wake()
      await settle()
    },
    async resolve(seconds) {
      wait(seconds)
      const resolver = startActResolver(services, actKinds, { askEveryMs: 10 })
      await until('every intent that is due to be looked at', async () => {
        const { rows } = await sql`
          select from vendor_acts
          where next_look_at <= ${app.clock.now()} or held_until is not null limit 1`.execute(app.db)
        return rows.length === 0
      }).finally(() => resolver.stop())
    },
    close: () => running.disposeAsync(),
  }
}

/** Of the places with the fewest units, whose nights are taken the soonest. */
async function freeSlots(
  app: TestApp,
  { operations }: Connector,
  asked: VendorWorld['asked'],
): Promise<Slot[]> {
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from listings where workspace_id = ${app.workspace.id} and active`.execute(app.db)
  const ids = new Map(rows.map((row) => [row.external_id, row.id]))
  const { listings, calendar } = operations
  // What is sold by feeds alone tells no nights.
  if (!calendar) return []
  assert.ok(listings)
  const places: ListingRecord[] = []
  for (let cursor: string | null = null; ;) {
    const page = await asked((context) => listings.page(context, { cursor }))
    places.push(...page.records)
    cursor = page.next
    if (cursor === null) break
  }
  const today = app.clock.now().toISOString().slice(0, 10)
  const slots: Slot[] = []
  for (const listing of places.toSorted((a, b) => a.unitCount - b.unitCount)) {
    const listingId = ids.get(listing.externalId)
    if (listingId === undefined || listing.unitCount === 0) continue
    const days = await asked((context) =>
      calendar.range(context, { listing, from: dayAfter(today, firstDay), to: dayAfter(today, lastDay) }),
    )
    for (let first = 0; first + nights + 1 < days.length; first += 1) {
      if (!isSold(days.slice(first, first + nights + 2), listing.unitCount)) continue
      const [checkIn, checkOut] = [days[first + 1]?.date ?? '', days[first + nights + 1]?.date ?? '']
      slots.push({ listingId, listing, checkIn, checkOut })
      first += nights + 1
    }
  }
  return slots
}

/** Whether all but the first and last of these days can be booked, and the stay made shorter by a night as well. */
function isSold(days: CalendarDayRecord[], units: number): boolean {
  const [arrival, departure, earlier] = [days[1], days.at(-1), days.at(-2)]
  return (
    days.every(({ available, availableUnits }) => available && availableUnits >= units) &&
    days.every(({ minNights }) => (minNights ?? 1) < nights) &&
    !arrival?.closedToArrival &&
    !departure?.closedToDeparture &&
    !earlier?.closedToDeparture
  )
}
