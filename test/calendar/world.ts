/** A workspace with three homes at a vendor that does as it is told, imported, with both workers running. */
import { sql } from 'kysely'
import { startCalendarPushes } from '../../src/features/calendar/selling/worker.ts'
import type { TurnWorker } from '../../src/upstream/nights/turn-worker.ts'
import type { TestAnswer, CallOptions } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { startFakeWorld, unlimited, type World } from '../sync/world.ts'
import { calendarVendor, type CalendarVendor } from './calendar-vendor.ts'

export interface CalendarWorld {
  world: World
  vendor: CalendarVendor
  connectionId: string
  /** Ids of the homes A, B and C. */
  ids: Record<'A' | 'B' | 'C', string>
  put(id: string, body: object, options?: CallOptions & { query?: string }): Promise<TestAnswer>
  days(
    id: string,
    from: string,
    to?: string,
  ): Promise<{ date: string; price: number; available: boolean; minNights: number }[]>
  states(id: string): Promise<Record<string, string>>
  /** Waits until nothing is on its way that could be done now. */
  rest(): Promise<void>
  /** Of `calendar.updated`, since the last call. */
  told(): Promise<
    {
      listingId: string
      range: { start: string; end: string }
      pricingChanged: boolean
      availabilityChanged: boolean
      affectedDates: number
    }[]
  >
  startPushes(): void
  stopPushes(): Promise<void>
  close(): Promise<void>
}

export async function startCalendarWorld(options: { canRead?: boolean } = {}): Promise<CalendarWorld> {
  const vendor = calendarVendor(options)
  const world = await startFakeWorld(vendor.connector)
  const { app } = world
  await world.startWorker()
  const connectionId = await world.connect()
  await world.settle()
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from listings where workspace_id = ${app.workspace.id}`.execute(app.db)
  const ids = Object.fromEntries(rows.map((row) => [row.external_id, row.id])) as CalendarWorld['ids']
  let worker: TurnWorker | undefined
  let heard = 0n
  const startPushes = () => {
    worker = startCalendarPushes(app.services, { budget: unlimited, askEveryMs })
  }
  const stopPushes = async () => {
    await worker?.stop()
    worker = undefined
  }
  startPushes()
  return {
    world,
    vendor,
    connectionId,
    ids,
    put: (id, body, { query = '', ...wanted } = {}) =>
      app.call('PUT', `/v1/availability/${id}${query}`, { ...wanted, body }),
    async days(id, from, to = from) {
      const { body } = await app.get(`/v1/availability/${id}?from=${from}&to=${to}`)
      return [...(body['days'] ?? [])] as never
    },
    async states(id) {
      const { rows: nights } = await sql<{ date: string; state: string }>`
        select date, state from calendar_pushes
        where workspace_id = ${app.workspace.id} and listing_id = ${id} order by date`.execute(app.db)
      return Object.fromEntries(nights.map(({ date, state }) => [date, state]))
    },
    rest: async () => {
      await until('the nights to be sent', async () => {
        const due = await sql`
          select from calendar_push_turns where wake_at <= ${app.clock.now()} limit 1`.execute(app.db)
        const running = await sql`
          select from calendar_pushes where next_attempt_at <= ${app.clock.now()} limit 1`.execute(app.db)
        return due.rows.length + running.rows.length === 0
      })
    },
    async told() {
      const { rows: events } = await sql<{ sequence: string; data: string }>`
        select sequence, data from events
        where workspace_id = ${app.workspace.id} and type = 'calendar.updated' and sequence > ${heard}
        order by sequence`.execute(app.db)
      heard = BigInt(events.at(-1)?.sequence ?? heard)
      return events.map(({ data }) => JSON.parse(data) as never)
    },
    startPushes,
    stopPushes,
    async close() {
      await stopPushes()
      await world.close()
    },
  }
}
