/** A home of ours that is sold through a channel manager: closed there when it is sold here, closed here when a guest of its channels gets it. */
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
let at = ''
/** Rooms of the account; the first is sold as our home, the second as a listing that Channex kept. */
let rooms: { externalId: string; listingId: string; currency: string }[] = []

before(async () => {
  world = await startVendorWorld('channex', { listings: 2 })
  const selling = startSelling(world.app.services, { budget: unlimited, askEveryMs })
  stop = () => selling.stop()
})
after(async () => {
  await stop()
  await world?.close()
})

const days = (date: string, count: number) => String(Temporal.PlainDate.from(date).add({ days: count }))
const today = () => world.app.clock.now().toISOString().slice(0, 10)
const roomId = (place = 0) => rooms[place]?.externalId ?? ''
const control = async (path: string, body: object) => {
  const answer = await fetch(world.simulator.control + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}
const thereOn = (date: string, place = 0) => {
  const [night] = world.simulator.operations.nights?.(roomId(place), { from: date, to: date }) ?? []
  assert.ok(night)
  return night
}
const exposure = async (id: string, from: string, to = from) => {
  const answer = await world.app.get(`/v1/listings/${id}/exposure?from=${from}&to=${to}`)
  assert.equal(answer.status, 200, answer.text)
  const channels = (answer.body as unknown as Exposure).channels
  assert.equal(channels.length, 1)
  assert.ok(channels[0])
  return channels[0]
}
const becomes = (what: string, isSo: () => boolean | Promise<boolean>) =>
  until(
    what,
    async () => {
      world.wait(1)
      return isSo()
    },
    seldom,
  )
const inStep = (id: string) =>
  becomes('Channex to show what it should', async () => {
    // Today may be over at the property.
    const { writes, nights } = await exposure(id, days(today(), 1), days(today(), 360))
    return writes && nights.every(({ state }) => state === 'confirmed')
  })
const freeNight = async (id: string, from: string) => {
  const { nights } = await exposure(id, from, days(from, 90))
  const free = nights.find(
    ({ date, wanted }, place) =>
      wanted.available &&
      nights[place + 1]?.wanted.available === true &&
      nights[place + 1]?.date === days(date, 1),
  )
  assert.ok(free)
  return free.date
}
const staysOf = async (id: string) => {
  const answer = await world.app.get(`/v1/reservations?limit=100&listing_id=${id}`)
  return answer.body['data'] as { confirmationCode: string; status: string; source: string; id: string }[]
}
const map = (unitId: string, more: object) =>
  world.send('POST', `${at}/mappings`, { mappings: [{ unitId, ...more }] })

it('takes a home of ours, and shows our nights and prices with a room to sell', async () => {
  const { rows } = await sql<{ account: string; externalId: string; listingId: string; currency: string }>`
    select c.external_account_id as account, k.external_id as "externalId", k.listing_id as "listingId", l.currency
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${world.app.workspace.id} order by k.external_id`.execute(world.app.db)
  rooms = rows
  assert.equal(rows.length, 2)
  at = `/v1/connections/${encodeURIComponent(`channex:${rows[0]?.account}`)}`
  const made = await world.app.post('/v1/listings', {
    name: 'Garden flat',
    currency: rows[0]?.currency,
    defaultDailyPrice: 210,
  })
  assert.equal(made.status, 201, made.text)
  home = String(made.body['id'])
  const mapped = await map(roomId(), { listingId: home })
  assert.equal(mapped.status, 200, mapped.text)
  assert.deepEqual(
    (mapped.body['results'] as { ok: boolean; calendar_sync: boolean }[]).map(({ ok, calendar_sync }) => [
      ok,
      calendar_sync,
    ]),
    [[true, true]],
    mapped.text,
  )
  await inStep(home)
  const free = await freeNight(home, days(today(), 30))
  assert.deepEqual([thereOn(free).left, thereOn(free).price], [1, 210])
  const shown = await world.app.get(`/v1/listings/${home}`)
  assert.deepEqual(shown.body['channels'], [
    { platform: 'channex', externalId: roomId(), active: true, syncEnabled: true },
  ])
})

it('closes there when it is booked here, and opens when that is cancelled', async () => {
  const night = await freeNight(home, days(today(), 60))
  const made = await world.send('POST', '/v1/reservations', {
    listingId: home,
    checkIn: night,
    checkOut: days(night, 2),
    guest: { firstName: 'Ida', lastName: 'Strand' },
  })
  assert.equal(made.status, 201, made.text)
  await becomes('the nights to be closed there', () => thereOn(night).left === 0)
  assert.equal(
    (await control('/guests/book', { listingId: roomId(), arrival: night, departure: days(night, 1) }))[
      'outcome'
    ],
    'not_open',
  )
  await inStep(home)
  const cancelled = await world.send('POST', `/v1/reservations/${String(made.body['id'])}/cancel`, {})
  assert.equal(cancelled.status, 200, cancelled.text)
  await becomes('the nights to be open there', () => thereOn(night).left === 1)
})

it('closes here when a guest of a channel gets it, and has a room to sell again once that is cancelled', async () => {
  const night = await freeNight(home, days(today(), 100))
  const asked = { listingId: roomId(), arrival: night, departure: days(night, 2) }
  const booked = await control('/guests/book', asked)
  assert.equal(booked['outcome'], 'booked')
  await world.pass(60)
  const stay = async () =>
    (await staysOf(home)).find(({ confirmationCode }) => confirmationCode === booked['id'])
  const kept = await stay()
  assert.equal(kept?.status, 'confirmed')
  const availability = await world.app.get(`/v1/availability/${home}?from=${night}&to=${night}`)
  assert.match(JSON.stringify(availability.body), /"available":false/)
  const refused = await world.send('POST', '/v1/reservations', {
    listingId: home,
    checkIn: night,
    checkOut: days(night, 1),
    guest: { firstName: 'Ida', lastName: 'Strand' },
  })
  assert.equal(refused.status, 422, refused.text)
  const changed = await world.send('POST', `/v1/reservations/${kept?.id}/cancel`, {})
  assert.equal(changed.status, 409, changed.text)
  assert.equal((changed.body['error'] as { code: string }).code, 'reservation_owned_by_channel')
  // Channex waits for its software to raise counts that a cancelled booking had lowered.
  const state = (await (await fetch(`${world.simulator.control}/state`)).json()) as {
    reservations: { id: string; ota_reservation_code: string }[]
  }
  const there = state.reservations.find((row) => row.ota_reservation_code === booked['id'])
  await control(`/reservations/${there?.id}/cancel`, {})
  assert.equal(thereOn(night).left, 0)
  await world.pass(60)
  assert.equal((await stay())?.status, 'cancelled')
  await becomes('the nights to be open there', () => thereOn(night).left === 1)
  await inStep(home)
})

it('leaves a night closed that a booking holds there which was not read yet', async () => {
  const night = await freeNight(home, days(today(), 140))
  await world.pause()
  const booked = await control('/guests/book', {
    listingId: roomId(),
    arrival: night,
    departure: days(night, 1),
  })
  assert.equal(booked['outcome'], 'booked')
  const repriced = await world.send('PUT', `/v1/availability/${home}`, {
    dates: [night],
    available: true,
    price: 333,
  })
  assert.ok(repriced.status < 300, repriced.text)
  await becomes('the price to be there', () => thereOn(night).price === 333)
  assert.equal(thereOn(night).left, 0)
  await world.resume()
  await world.pass(60)
  await inStep(home)
  assert.equal(thereOn(night).left, 0)
})

it('takes over a listing that it kept, whose nights are ours from then on', async () => {
  const mapped = await map(roomId(1), { create: true })
  assert.equal(mapped.status, 200, mapped.text)
  const [result] = mapped.body['results'] as { ok: boolean; created: boolean; calendar_sync: boolean }[]
  assert.deepEqual([result?.ok, result?.created, result?.calendar_sync], [true, true, true], mapped.text)
  const id = rooms[1]?.listingId ?? ''
  await inStep(id)
  const night = await freeNight(id, days(today(), 60))
  const made = await world.send('POST', '/v1/reservations', {
    listingId: id,
    checkIn: night,
    checkOut: days(night, 1),
    guest: { firstName: 'Ida', lastName: 'Strand' },
  })
  assert.equal(made.status, 201, made.text)
  await becomes('the night to be closed there', () => thereOn(night, 1).left === 0)
})

it('goes off and on the market with its listing', async () => {
  const night = await freeNight(home, days(today(), 180))
  const off = await world.send('POST', `/v1/listings/${home}/offline`, {})
  assert.equal(off.status, 200, off.text)
  await becomes('the night to be closed there', () => thereOn(night).left === 0)
  const on = await world.send('POST', `/v1/listings/${home}/online`, {})
  assert.equal(on.status, 200, on.text)
  await becomes('the night to be open there', () => thereOn(night).left === 1)
})

it('ends with its mapping: what Channex shows then is its own', async () => {
  const mapped = await map(roomId(), { listingId: null })
  assert.equal(mapped.status, 200, mapped.text)
  const shown = await world.app.get(`/v1/listings/${home}`)
  assert.deepEqual(shown.body['channels'], [])
})
