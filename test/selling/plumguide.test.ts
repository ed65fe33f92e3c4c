/** A home of ours that is sold on Plum Guide too: mapped like any unit, closed there when it is sold, closed here when it is sold there. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import type { Exposure } from '../../src/contract/exposure.ts'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { seldom } from './world.ts'

let world: VendorWorld
let stop = async () => {}
let home = ''
let plumId = ''

before(async () => {
  world = await startVendorWorld('plumguide', { listings: 2, writePolicy: {} })
  const selling = startSelling(world.app.services, { budget: unlimited, askEveryMs })
  stop = () => selling.stop()
})
after(async () => {
  await stop()
  await world?.close()
})

const control = async (path: string, body: object) => {
  const answer = await fetch(world.simulator.control + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}
const days = (date: string, count: number) => String(Temporal.PlainDate.from(date).add({ days: count }))
const today = () => world.app.clock.now().toISOString().slice(0, 10)
const atPlum = (date: string) => {
  const [night] = world.simulator.operations.nights?.(plumId, { from: date, to: date }) ?? []
  assert.ok(night)
  return night
}
const exposure = async (from: string, to = from) => {
  const answer = await world.app.get(`/v1/listings/${home}/exposure?from=${from}&to=${to}`)
  assert.equal(answer.status, 200, answer.text)
  const [channel] = (answer.body as unknown as Exposure).channels
  assert.ok(channel)
  return channel
}
const becomes = (what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      world.wait(1)
      return isSo()
    },
    seldom,
  )
const inStep = () =>
  becomes('Plum Guide to show what it should', async () => {
    const { writes, nights } = await exposure(today(), days(today(), 360))
    return writes && nights.every(({ state }) => state === 'confirmed')
  })
const availability = async (date: string) => {
  const answer = await world.app.get(`/v1/availability/${home}?from=${date}&to=${date}`)
  assert.equal(answer.status, 200, answer.text)
  return JSON.stringify(answer.body)
}

it('is mapped like the unit of any channel, and shows our nights and prices', async () => {
  const { rows } = await sql<{ account: string; externalId: string; currency: string }>`
    select c.external_account_id as account, k.external_id as "externalId", l.currency
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${world.app.workspace.id} order by k.external_id`.execute(world.app.db)
  // The first of them has a calendar file that closes nights.
  const first = rows[1]
  assert.ok(first)
  plumId = first.externalId
  const made = await world.app.post('/v1/listings', {
    name: 'Garden flat',
    currency: first.currency,
    defaultDailyPrice: 210,
  })
  assert.equal(made.status, 201, made.text)
  home = String(made.body['id'])
  const at = `/v1/connections/${encodeURIComponent(`plumguide:${first.account}`)}`
  const mapped = await world.send('POST', `${at}/mappings`, {
    mappings: [{ unitId: plumId, listingId: home }],
  })
  assert.equal(mapped.status, 200, mapped.text)
  await inStep()
  const [free] = (await exposure(days(today(), 30), days(today(), 200))).nights.filter(
    ({ wanted }) => wanted.available,
  )
  assert.ok(free)
  assert.deepEqual([atPlum(free.date).left, atPlum(free.date).price], [1, 210])
})

it('closes there when it is booked here, and opens when that is cancelled', async () => {
  const from = days(today(), 60)
  const free = (await exposure(from, days(from, 90))).nights.filter(({ wanted }) => wanted.available)
  const [night] = free.filter(({ date }, index) => free[index + 1]?.date === days(date, 1))
  assert.ok(night)
  world.simulator.calls.clear()
  const made = await world.send('POST', '/v1/reservations', {
    listingId: home,
    checkIn: night.date,
    checkOut: days(night.date, 2),
    guest: { firstName: 'Ida', lastName: 'Strand' },
  })
  assert.equal(made.status, 201, made.text)
  await becomes('the nights to be closed there', async () => atPlum(night.date).left === 0)
  await inStep()
  assert.ok(atPlum(night.date).closedAt !== null)
  const ofHome = world.simulator.calls.list().filter(({ path }) => path.includes(plumId))
  const blocks = `/v2/listings/${plumId}/blocked-dates`
  assert.deepEqual(
    ofHome.map(({ method, path }) => `${method} ${path}`),
    [`GET ${blocks}`, `PUT ${blocks}`, `GET ${blocks}`],
    'a closing takes no more of what may be called than it has to',
  )
  const id = String(made.body['id'])
  const cancelled = await world.send('POST', `/v1/reservations/${id}/cancel`, {})
  assert.equal(cancelled.status, 200, cancelled.text)
  await becomes('the nights to be open there', async () => atPlum(night.date).left === 1)
})

it('closes here when a guest of Plum Guide gets it, whose booking is confirmed at once or by the host', async () => {
  for (const instantBook of [true, false]) {
    const set = await fetch(`${world.simulator.control}/listings/${plumId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instantBook }),
    })
    assert.equal(set.status, 200)
    const from = days(today(), 100)
    const [night] = (await exposure(from, days(from, 90))).nights.filter(({ wanted }) => wanted.available)
    assert.ok(night)
    const asked = { listingId: plumId, arrival: night.date, departure: days(night.date, 1) }
    const booked = await control('/guests/book', asked)
    assert.equal(booked['outcome'], instantBook ? 'booked' : 'requested')
    await world.pass(3700)
    const stay = async () => {
      const answer = await world.app.get(`/v1/reservations?limit=100&listing_id=${home}`)
      const found = (answer.body['data'] as { confirmationCode: string; status: string }[]).find(
        ({ confirmationCode }) => confirmationCode === booked['id'],
      )
      return found?.status
    }
    if (!instantBook) {
      assert.equal(await stay(), 'pending')
      await control(`/reservations/${String(booked['id'])}/answer`, { accept: true })
      await world.pass(3700)
    }
    assert.equal(await stay(), 'confirmed')
    assert.match(await availability(night.date), /"available":false/)
    assert.equal((await control('/guests/book', asked))['outcome'], 'not_open')
  }
})

it('says of nights that another calendar closes there that they are not open, and why', async () => {
  const from = days(today(), 220)
  const [night] = (await exposure(from, days(from, 60))).nights.filter(({ wanted }) => wanted.available)
  assert.ok(night)
  await control(`/listings/${plumId}/external`, { from: night.date, to: night.date })
  // The whole calendar is compared once a day.
  await world.pass(26 * 3600)
  await becomes('the night to be told as refused', async () => {
    const [told] = (await exposure(night.date)).nights
    return told?.error?.includes('another calendar') === true && told.exposed === false
  })
})
