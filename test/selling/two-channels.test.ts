/** One home on Airbnb and at Booking.com: what is booked at one of them, or here, is closed at the other. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { Exposure } from '../../src/contract/exposure.ts'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { seldom } from './world.ts'

let app: TestApp
let airbnb: RunningSimulator
let booking: RunningSimulator
const stops: (() => Promise<unknown>)[] = []
let wake = () => {}

before(async () => {
  const options = { listings: 2, reservations: 6, rateLimit: 'off' } as const
  ;[airbnb, booking] = await Promise.all([
    startSimulator('airbnb', options),
    startSimulator('booking', options),
  ])
  stops.push(airbnb.close, booking.close)
  app = await startTestApp({
    now: new Date(airbnb.clock.nowMs()).toISOString(),
    env: {
      ...airbnb.partner,
      ...booking.partner,
      VENDOR_BASE_URLS: `airbnb=${airbnb.url},booking=${booking.url}`,
    },
  })
  stops.unshift(app.close)
  const { services } = app
  services.connectors = Object.fromEntries(
    ['airbnb', 'booking'].map((id) => {
      const connector = services.connectors[id]
      assert.ok(connector)
      return [id, { ...connector, manifest: { ...connector.manifest, rateLimits: [] } }]
    }),
  )
  const sync = await startSync(services, { budget: unlimited, askEveryMs, random: () => 0 })
  const selling = startSelling(services, { budget: unlimited, askEveryMs })
  stops.unshift(sync.stop, selling.stop)
  wake = sync.wake
  for (const [vendor, { credentials }] of [
    ['airbnb', airbnb],
    ['booking', booking],
  ] as const) {
    const connected = await app.post(`/v1/connect/${vendor}/credentials`, { credentials })
    assert.equal(connected.status, 200, connected.text)
  }
  await settled()
})
after(async () => {
  for (const stop of stops) await stop()
})

const settled = () =>
  until('the sync engine to come to rest', async () => {
    const { rows } = await sql`
      select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
      app.db,
    )
    return rows.length === 0
  })
function wait(seconds: number): void {
  for (const { clock } of [airbnb, booking]) clock.advanceSeconds(seconds)
  app.clock.advance(seconds * 1000)
}
async function pass(seconds: number): Promise<void> {
  wait(seconds)
  wake()
  await settled()
}
const exposure = async (id: string, from: string, to = from) => {
  const answer = await app.get(`/v1/listings/${id}/exposure?from=${from}&to=${to}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as Exposure
}
const inStep = (id: string) =>
  until(
    'both channels to show what they should',
    async () => {
      wait(1)
      const from = app.clock.now().toISOString().slice(0, 10)
      const { channels } = await exposure(id, from, String(Temporal.PlainDate.from(from).add({ days: 360 })))
      return (
        channels.length === 2 &&
        channels.every(({ nights }) => nights.every(({ state }) => state === 'confirmed'))
      )
    },
    seldom,
  )
const shownAt = async (id: string, date: string) =>
  Object.fromEntries(
    (await exposure(id, date)).channels.map(({ channel, nights }) => [channel, nights[0]?.shown?.available]),
  )
const row = async (provider: string) => {
  const { rows } = await sql<{ id: string; externalId: string; account: string; currency: string }>`
    select k.listing_id as id, k.external_id as "externalId", c.external_account_id as account, l.currency
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${app.workspace.id} and c.provider = ${provider} order by k.external_id`.execute(
    app.db,
  )
  const [first] = rows
  assert.ok(first)
  return first
}
const mapRoom = (body: object) => app.post('/v1/channels/booking/listings/map', body)

let home = ''
it('is a listing of ours that is mapped to both', async () => {
  const [there, room] = [await row('airbnb'), await row('booking')]
  const made = await app.post('/v1/listings', {
    name: 'Harbour loft',
    currency: there.currency,
    defaultDailyPrice: 100,
  })
  assert.equal(made.status, 201, made.text)
  home = String(made.body['id'])
  const onAirbnb = await app.post('/v1/channels/airbnb/listings/map', {
    airbnbId: there.externalId,
    listingId: home,
  })
  assert.equal(onAirbnb.status, 200, onAirbnb.text)
  const roomBookingId = room.externalId
  errorOf(await mapRoom({ roomBookingId: '1', listingId: home }), 404, 'not_found')
  errorOf(await mapRoom({ roomBookingId, listingId: home, hotelId: '999999' }), 404, 'not_found')
  errorOf(await mapRoom({ roomBookingId, listingId: '999999' }), 404, 'not_found')
  if (room.currency !== there.currency) {
    errorOf(await mapRoom({ roomBookingId, listingId: home }), 409, 'invalid_state')
    await sql`update listings set currency = ${there.currency} where id = ${room.id}`.execute(app.db)
  }
  const atBooking = await mapRoom({ roomBookingId, listingId: home, hotelId: room.account })
  assert.equal(atBooking.status, 200, atBooking.text)
  assert.deepEqual([atBooking.body['previousListingId'], atBooking.body['syncEnabled']], [room.id, true])
  errorOf(await mapRoom({ roomBookingId, listingId: room.id }), 409, 'invalid_state')
  await inStep(home)
})

it('says what is wrong with a mapping, and changes nothing', async () => {
  const { externalId: roomBookingId, id } = await row('booking')
  const other = await app.post('/v1/listings', { name: 'Switched off', currency: 'EUR' })
  const listingId = other.body['id']
  await app.call('PATCH', `/v1/listings/${String(listingId)}`, { body: { active: false } })
  errorOf(await mapRoom({ roomBookingId, listingId }), 403, 'listing_inactive')
  await app.call('PATCH', `/v1/listings/${String(listingId)}`, { body: { active: true } })
  const policy = (availability: boolean) =>
    app.call('PATCH', '/v1/connect/booking/write-policy', { body: { calendar: { availability } } })
  await policy(false)
  errorOf(await mapRoom({ roomBookingId, listingId }), 409, 'pms_writes_off')
  await policy(true)
  const { services } = app
  const known = services.connectors
  const { airbnb: asking, booking: connector } = known
  assert.ok(asking?.consent && connector)
  // As if Booking.com asked owners what they allow.
  services.connectors = { ...known, booking: { ...connector, consent: asking.consent } }
  const grant = (words: string[] | null) =>
    sql`update connections set granted = ${words}::text[] where provider = 'booking'`.execute(app.db)
  await grant(['messages_read'])
  const lacking = await mapRoom({ roomBookingId, listingId })
  await grant(null)
  assert.deepEqual(errorOf(lacking, 403, 'insufficient_access')['missing'], ['property_management'])
  const { calendarWrites: _writes, ...operations } = connector.operations
  services.connectors = { ...known, booking: { ...connector, operations } }
  const unwritable = await mapRoom({ roomBookingId, listingId })
  services.connectors = known
  errorOf(unwritable, 422, 'channel_not_supported')
  const { id: workspace } = app.workspace
  await sql`
    insert into connections (workspace_id, id, provider, external_account_id, write_policy)
    select workspace_id, 880001, provider, '7770001', write_policy from connections
    where workspace_id = ${workspace} and provider = 'booking'`.execute(app.db)
  await sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    values (${workspace}, 880001, ${roomBookingId}, ${id})`.execute(app.db)
  errorOf(await mapRoom({ roomBookingId, listingId }), 400, 'invalid_params')
  await sql`delete from listing_links where workspace_id = ${workspace} and connection_id = 880001`.execute(
    app.db,
  )
  await sql`delete from connections where workspace_id = ${workspace} and id = 880001`.execute(app.db)
  const become = (status: string) =>
    sql`update connections set status = ${status} where workspace_id = ${workspace} and provider = 'booking'`.execute(
      app.db,
    )
  await become('disconnected')
  errorOf(await mapRoom({ roomBookingId, listingId }), 404, 'no_connection')
  await become('active')
  assert.equal((await row('booking')).id, id)
})

it('is taken off one property of Booking.com, or said to be at none of that number', async () => {
  const { account } = await row('booking')
  const offline = (query: string, body?: object) => app.post(`/v1/listings/${home}/offline${query}`, body)
  const wrong = errorOf(await offline('', { hotelId: '1' }), 404, 'not_found')
  assert.deepEqual([wrong['field'], wrong['valid_values']], ['hotelId', [account]])
  assert.equal(errorOf(await offline('?hotel_id=1'), 404, 'not_found')['field'], 'hotel_id')
  // What the body names counts.
  const meant = await offline('?hotel_id=1&dry_run=true', { hotelId: account })
  assert.equal(meant.status, 200, meant.text)
  assert.deepEqual(
    [...meant.body['channels']].map(({ channel, hotelId }) => [channel, hotelId]),
    [
      ['airbnb', undefined],
      ['booking', account],
    ],
  )
})

it('closes at both when it is booked here, and opens at both when that is cancelled', async () => {
  const made = await app.post('/v1/reservations', {
    ...{ listingId: home, checkIn: '2027-08-02', checkOut: '2027-08-05' },
    guest: { firstName: 'Ada' },
    adults: 2,
  })
  assert.equal(made.status, 201, made.text)
  await inStep(home)
  assert.deepEqual(await shownAt(home, '2027-08-02'), { airbnb: false, booking: false })
  assert.deepEqual(await shownAt(home, '2027-08-05'), { airbnb: true, booking: true })
  await app.post(`/v1/reservations/${String(made.body['id'])}/cancel`, {})
  await inStep(home)
  assert.deepEqual(await shownAt(home, '2027-08-02'), { airbnb: true, booking: true })
})

it('closes a stay that lies beyond the nights that are written ahead, and opens it again', async () => {
  const far = Temporal.PlainDate.from(app.clock.now().toISOString().slice(0, 10)).add({ days: 500 })
  const [night, next] = [String(far), String(far.add({ days: 1 }))]
  const shownIs = (available: boolean) =>
    until(
      'both channels to show the night',
      async () => {
        wait(1)
        const { channels } = await exposure(home, night)
        return (
          channels.length === 2 &&
          channels.every(
            ({ nights: [one] }) => one?.state === 'confirmed' && one.shown?.available === available,
          )
        )
      },
      seldom,
    )
  assert.deepEqual(await shownAt(home, night), { airbnb: undefined, booking: undefined })
  const made = await app.post('/v1/reservations', {
    ...{ listingId: home, checkIn: night, checkOut: next, guest: { firstName: 'Ada' } },
  })
  assert.equal(made.status, 201, made.text)
  await shownIs(false)
  for (const { control, vendor } of [
    { control: airbnb.control, vendor: 'airbnb' },
    { control: booking.control, vendor: 'booking' },
  ]) {
    const { externalId } = await row(vendor)
    const there = await fetch(`${control}/listings/${externalId}/nights?from=${night}&to=${next}`)
    const { nights } = (await there.json()) as { nights: { date: string; left: number }[] }
    assert.equal(nights.find(({ date }) => date === night)?.left, 0, vendor)
    assert.notEqual(nights.find(({ date }) => date === next)?.left, 0, vendor)
  }
  assert.deepEqual(await shownAt(home, next), { airbnb: undefined, booking: undefined })
  await app.post(`/v1/reservations/${String(made.body['id'])}/cancel`, {})
  await shownIs(true)
})

it('closes at Booking.com when a guest books on Airbnb', async () => {
  const { externalId } = await row('airbnb')
  const booked = await fetch(new URL('/_control/guests/book', airbnb.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ listingId: externalId, arrival: '2027-08-12', departure: '2027-08-15' }),
  })
  assert.equal(((await booked.json()) as { outcome: string }).outcome, 'booked')
  await pass(120)
  await inStep(home)
  assert.deepEqual(await shownAt(home, '2027-08-12'), { airbnb: false, booking: false })
  assert.deepEqual(await shownAt(home, '2027-08-15'), { airbnb: true, booking: true })
})

it('is of no listing any more when it is unmapped, and becomes one of its own with the next reading', async () => {
  const { externalId } = await row('booking')
  const unmapped = await mapRoom({ roomBookingId: externalId })
  assert.deepEqual(
    [unmapped.status, unmapped.body['listingId'], unmapped.body['previousListingId']],
    [200, null, home],
  )
  assert.equal((await exposure(home, '2027-08-02')).channels.length, 1)
  await pass(3600)
  const { id } = await row('booking')
  assert.notEqual(id, home)
  assert.equal((await mapRoom({ roomBookingId: externalId })).body['alreadyMapped'], true)
})
