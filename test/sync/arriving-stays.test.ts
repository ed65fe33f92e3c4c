/** A stay that comes from the vendor closes its nights in the transaction that stores it, whichever way it comes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { CalendarDayRecord } from '../../src/contract/records.ts'
import { until } from '../harness/until.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

const window = { from: '2026-06-15', to: '2026-06-25' }
const unitCount = 2

let vendor: FakeVendor
let world: World
let listingId: string
let connectionId: string
let inboundUrl = ''
/** While it is held the vendor gives no calendar. */
let calendar = Promise.withResolvers<void>()

before(async () => {
  vendor = fakeVendor({ pageSize: 10 })
  vendor.listings.set('A', listing('A', { unitCount }))
  vendor.connector.operations.calendar = {
    range: async (_, { from, to }) => {
      await calendar.promise
      return calendarOf(from, to)
    },
  }
  vendor.connector.operations.inbound = {
    register: async (_, { url }) => {
      inboundUrl = url
      return { externalId: '1', secrets: {} }
    },
    unregister: async () => {},
    receive: ({ body }) => [{ entity: 'reservations', externalId: (body as { id: string }).id }],
  }
  world = await startFakeWorld(vendor.connector)
  calendar.resolve()
  connectionId = await world.connect()
  await world.startWorker()
  await world.settle()
  const [home] = await world.all<{ id: string }>('/v1/listings')
  assert.ok(home)
  listingId = home.id
})
after(async () => {
  calendar.resolve()
  await world.close()
})

function calendarOf(from: string, to: string): CalendarDayRecord[] {
  const days: CalendarDayRecord[] = []
  for (let day = Temporal.PlainDate.from(from); String(day) <= to; day = day.add({ days: 1 })) {
    const date = String(day)
    const taken = [...vendor.stays.values()].filter(
      (one) => one.kind === 'reservation' && one.checkIn <= date && date < one.checkOut,
    ).length
    days.push({ date, available: taken < unitCount, availableUnits: unitCount - taken, price: '100.00' })
  }
  return days
}

/** What `GET /v1/availability/{id}` says of each night. */
async function unitsLeft(): Promise<Record<string, number>> {
  const url = `/v1/availability/${listingId}?from=${window.from}&to=${window.to}`
  const { days } = await world.get<{
    days: { date: string; available: boolean; availableUnits: number }[]
  }>(url)
  for (const { available, availableUnits } of days) assert.equal(available, availableUnits > 0)
  return Object.fromEntries(days.map(({ date, availableUnits }) => [date, availableUnits]))
}

/** The transactions that wrote the stay, told of it, and told of its nights. */
async function transactionsOf(code: string, since: string) {
  const { rows } = await sql<{ stay: string; told: string | null; nights: string | null; origin: string }>`
    select r.xmin::text as stay, h.origin,
      (select e.xmin::text from events e where e.workspace_id = r.workspace_id and e.type = 'reservation.created'
        and e.sequence > ${since}) as told,
      (select string_agg(e.xmin::text, ',') from events e where e.workspace_id = r.workspace_id
        and e.type = 'calendar.updated' and e.sequence > ${since}) as nights
    from reservations r
    join record_history h on h.workspace_id = r.workspace_id and h.record_type = 'reservation' and h.record_id = r.id
      and h.change = 'created'
    where r.workspace_id = ${world.app.workspace.id} and r.confirmation_code = ${code}`.execute(world.app.db)
  return rows[0]
}

const newest = async () => {
  const { rows } = await sql<{ sequence: string }>`
    select coalesce(max(sequence), 0)::text as sequence from events
    where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  return rows[0]?.sequence ?? '0'
}

interface Way {
  origin: string
  checkIn: string
  checkOut: string
  arrive(externalId: string): Promise<void>
}

const ways: Record<string, Way> = {
  'by incremental reading': {
    origin: 'sync:incremental',
    checkIn: '2026-06-16',
    checkOut: '2026-06-18',
    arrive: async () => world.app.clock.advance(61_000),
  },
  'by a hint': {
    origin: 'sync:reservations',
    checkIn: '2026-06-18',
    checkOut: '2026-06-21',
    async arrive(id) {
      // What a vendor cut in two, or sends and no text may hold, is no reason not to hear of the booking.
      const told = { id: `${id}\u0000`, guest: 'Ada \ud83d', note: 'late\u0000' }
      assert.equal((await world.app.post(new URL(inboundUrl).pathname, told)).status, 200)
      world.app.clock.advance(1000)
    },
  },
  'by reconciliation': {
    origin: 'sync:reconciliation',
    checkIn: '2026-06-21',
    checkOut: '2026-06-23',
    async arrive() {
      const asked = await world.app.post(`/v1/connections/${connectionId}/reconciliation`)
      assert.ok([200, 202].includes(asked.status), asked.text)
    },
  },
}

for (const [name, { origin, checkIn, checkOut, arrive }] of Object.entries(ways)) {
  test(`a stay that comes ${name} closes its nights at once`, async () => {
    const free = await unitsLeft()
    const sold = Object.fromEntries(
      Object.entries(free).map(([date, units]) => [
        date,
        checkIn <= date && date < checkOut ? units - 1 : units,
      ]),
    )
    const since = await newest()
    calendar = Promise.withResolvers<void>()
    const externalId = `stay-${checkIn}`
    vendor.stays.set(externalId, stay(externalId, { checkIn, checkOut }))
    await arrive(externalId)
    const wrote = await until('the stay to be stored', () => transactionsOf(`CODE-${externalId}`, since))
    assert.deepEqual(await unitsLeft(), sold, 'before the vendor’s calendar was read')
    assert.equal(wrote.origin, origin)
    assert.deepEqual([wrote.told, wrote.nights], [wrote.stay, wrote.stay], 'one transaction')
    calendar.resolve()
    await world.settle()
    assert.deepEqual(await unitsLeft(), sold, 'after the vendor’s calendar was read')
    assert.equal((await transactionsOf(`CODE-${externalId}`, since))?.nights, wrote.stay, 'told once')
  })
}
