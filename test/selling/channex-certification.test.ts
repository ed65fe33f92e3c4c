/**
 * The scenarios of the certification that Channex asks of software which sells through it: what people do here, and the
 * calls that have to follow. https://docs.channex.io/api-v.1-documentation/pms-certification-tests
 */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import type { VendorHttp } from '../../src/connector-kit/http.ts'
import type { RunningSimulator } from '../../simulators/index.ts'
import type { Exposure } from '../../src/contract/exposure.ts'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { seldom } from './world.ts'

let world: VendorWorld
let stop = async () => {}
/** The home that is sold, and its room there. */
let home = ''
let room = ''
let at = ''

const day = (count: number) =>
  String(Temporal.PlainDate.from(world.app.clock.now().toISOString().slice(0, 10)).add({ days: count }))

/** A property that goes live has no bookings yet. */
async function emptyAccount(_app: unknown, { operations }: RunningSimulator): Promise<void> {
  const { reservations } = operations.state(new Set()) as { reservations: readonly { id: string }[] }
  for (const { id } of reservations) operations.deleteReservation(id)
}

before(async () => {
  world = await startVendorWorld('channex', { listings: 1, first: emptyAccount })
  const { services } = world.app
  const { connector } = world
  const { calendarWrites } = connector.operations
  assert.ok(calendarWrites)
  const write: typeof calendarWrites.write = (context, changes) =>
    calendarWrites.write({ ...context, http: recorded(context.http) }, changes)
  services.connectors['channex'] = {
    ...connector,
    operations: { ...connector.operations, calendarWrites: { ...calendarWrites, write } },
  }
  const selling = startSelling(world.app.services, { budget: unlimited, askEveryMs })
  stop = () => selling.stop()
  const { rows } = await sql<{ account: string; externalId: string; currency: string }>`
    select c.external_account_id as account, k.external_id as "externalId", l.currency
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  const [only] = rows
  assert.ok(only)
  room = only.externalId
  at = `/v1/connections/${encodeURIComponent(`channex:${only.account}`)}/mappings`
  const made = await world.app.post('/v1/listings', {
    name: 'Twin Room',
    currency: only.currency,
    defaultDailyPrice: 100,
  })
  assert.equal(made.status, 201, made.text)
  home = String(made.body['id'])
})
after(async () => {
  await stop()
  await world?.close()
})

type NightRow = Record<string, unknown> & { date_from: string; date_to: string }
interface Sent {
  restrictions: NightRow[][]
  availability: NightRow[][]
}

const messages: { path: string; rows: NightRow[] }[] = []

/** Notes every message of nights that is sent. */
function recorded(http: VendorHttp): VendorHttp {
  return {
    get: http.get.bind(http),
    put: http.put.bind(http),
    patch: http.patch.bind(http),
    delete: http.delete.bind(http),
    post: async (path, options) => {
      messages.push({ path, rows: (options?.body as { values: NightRow[] }).values })
      return http.post(path, options)
    },
  } as VendorHttp
}

/** Does something here, and returns what was sent until Channex shows every night as it should. */
async function sentFor(work: () => Promise<unknown>): Promise<Sent> {
  messages.length = 0
  await work()
  await until(
    'Channex to show what it should',
    async () => {
      world.wait(1)
      // Today may be over at the property.
      const answer = await world.app.get(`/v1/listings/${home}/exposure?from=${day(1)}&to=${day(360)}`)
      assert.equal(answer.status, 200, answer.text)
      const { channels } = answer.body as unknown as Exposure
      return channels.every(
        ({ writes, nights }) => writes && nights.every(({ state }) => state === 'confirmed'),
      )
    },
    seldom,
  )
  const rowsOf = (name: string) =>
    messages.filter(({ path }) => path.endsWith(`/${name}`)).map(({ rows }) => rows)
  return { restrictions: rowsOf('restrictions'), availability: rowsOf('availability') }
}

const set = (dates: readonly string[], values: object) => async () => {
  const answer = await world.send('PUT', `/v1/availability/${home}`, { dates, ...values })
  assert.ok(answer.status < 300, answer.text)
}
const daysFrom = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => day(from + n))
/** One call of this kind, and what it says of the first rate plan. */
function onlyCall(calls: readonly NightRow[][]): NightRow[] {
  assert.equal(calls.length, 1, JSON.stringify(calls))
  return calls[0] ?? []
}

it('1: sends 500 days in two calls when a home is mapped', async () => {
  const sent = await sentFor(async () => {
    const mapped = await world.send('POST', at, { mappings: [{ unitId: room, listingId: home }] })
    assert.equal(mapped.status, 200, mapped.text)
  })
  const rows = onlyCall(sent.restrictions)
  assert.ok(rows.some(({ date_from: from }) => from <= day(1)))
  assert.ok(rows.some(({ date_to: to }) => to >= day(499)))
  assert.ok(sent.availability.length <= 1)
})

it('2: sends one price of one day by itself', async () => {
  const rows = onlyCall((await sentFor(set([day(100)], { price: 333 }))).restrictions)
  const priced = rows.filter(({ rate }) => rate !== undefined)
  assert.deepEqual(
    priced.map(({ rate, date_from: from, date_to: to }) => [Number(rate), from, to]),
    [[333, day(100), day(100)]],
  )
})

it('4: sends prices of several dates in one call, each range once', async () => {
  const sent = await sentFor(async () => {
    await stop()
    await set(daysFrom(110, 120), { price: 241 })()
    await set(daysFrom(125, 126), { price: 312.66 })()
    const selling = startSelling(world.app.services, { budget: unlimited, askEveryMs })
    stop = () => selling.stop()
  })
  const priced = onlyCall(sent.restrictions).filter(({ rate }) => rate !== undefined)
  assert.deepEqual(
    priced.map(({ rate, date_from: from, date_to: to }) => [Number(rate), from, to]),
    [
      [241, day(110), day(120)],
      [312.66, day(125), day(126)],
    ],
  )
})

it('5, 6 and 7: sends the fewest nights, closed days and several rules', async () => {
  const least = onlyCall((await sentFor(set([day(130)], { minNights: 3 }))).restrictions)
  assert.ok(least.some((row) => row['min_stay_arrival'] === 3 || row['min_stay_through'] === 3))
  const closed = await sentFor(set([day(135)], { available: false }))
  assert.deepEqual([...new Set(onlyCall(closed.restrictions).map((row) => row['stop_sell']))], [true])
  const several = onlyCall(
    (await sentFor(set(daysFrom(140, 149), { minNights: 4, maxNights: 14 }))).restrictions,
  )
  const [row] = several.filter((one) => one['max_stay'] === 14)
  assert.deepEqual([row?.date_from, row?.date_to], [day(140), day(149)])
})

it('8: sends half a year in one call', async () => {
  const sent = await sentFor(set(daysFrom(150, 330), { price: 432, minNights: 2 }))
  onlyCall(sent.restrictions)
})

it('9 and 10: sends the rooms left of the nights that a booking takes and gives back', async () => {
  let id = ''
  const booked = await sentFor(async () => {
    const made = await world.send('POST', '/v1/reservations', {
      ...{ listingId: home, checkIn: day(60), checkOut: day(63) },
      guest: { firstName: 'Ida', lastName: 'Strand' },
    })
    assert.equal(made.status, 201, made.text)
    id = String(made.body['id'])
  })
  const taken = onlyCall(booked.availability)
  assert.deepEqual(
    taken.map(({ date_from, date_to, availability }) => [date_from, date_to, availability]),
    [[day(60), day(62), 0]],
  )
  const cancelled = await sentFor(() => world.send('POST', `/v1/reservations/${id}/cancel`, {}))
  assert.deepEqual(
    onlyCall(cancelled.availability).map(({ availability }) => availability),
    [1],
  )
})

it('11: reads a booking with its changes and its cancellation, and acknowledges each revision', async () => {
  const control = async (method: string, path: string, body: object) => {
    const answer = await fetch(world.simulator.control + path, {
      ...{ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    })
    assert.ok(answer.ok, await answer.clone().text())
    return (await answer.json()) as { id: string }
  }
  const statusOf = async (code: string) => {
    const answer = await world.app.get(`/v1/reservations?limit=100&listing_id=${home}`)
    const rows = answer.body['data'] as { confirmationCode: string; status: string; checkOut: string }[]
    const found = rows.find(({ confirmationCode }) => confirmationCode === code)
    return [found?.status, found?.checkOut]
  }
  world.simulator.calls.clear()
  const { id: code } = await control('POST', '/guests/book', {
    ...{ listingId: room, arrival: day(70), departure: day(72) },
  })
  await world.pass(60)
  assert.deepEqual(await statusOf(code), ['confirmed', day(72)])
  const state = (await (await fetch(`${world.simulator.control}/state`)).json()) as {
    reservations: { id: string; ota_reservation_code: string }[]
  }
  const id = state.reservations.find((row) => row.ota_reservation_code === code)?.id
  await control('PATCH', `/reservations/${id}`, { departure_date: day(73) })
  await world.pass(60)
  assert.deepEqual(await statusOf(code), ['confirmed', day(73)])
  await control('POST', `/reservations/${id}/cancel`, {})
  await world.pass(60)
  assert.deepEqual(await statusOf(code), ['cancelled', day(73)])
  const acknowledged = world.simulator.calls.list().filter(({ path }) => path.endsWith('/ack'))
  assert.equal(acknowledged.length, 3)
})

it('13: sends nothing while nothing changes', async () => {
  // The nights that the cancelled booking gave back have arrived first.
  await sentFor(async () => world.pass(60))
  const sent = await sentFor(async () => world.pass(600))
  assert.deepEqual([sent.restrictions, sent.availability], [[], []])
})
