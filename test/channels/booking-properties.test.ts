/** Properties of Booking.com, and the listings that their rooms are. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fractionOfPercent } from '../../src/platform/decimal.ts'
import { sql } from 'kysely'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { refreshDesiredNights } from '../../src/features/calendar/selling/desired-nights.ts'
import type { LinkHealth } from '../../src/contract/link-health.ts'
import type { Exposure } from '../../src/contract/exposure.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { rowsOf } from './airbnb-world.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

let world: BookingWorld
before(async () => {
  world = await startBookingWorld()
})
after(() => world.close())

type Row = Record<string, unknown>
const properties = async (path = '') => rowsOf(await world.app.get(`${base}/properties${path}`))
const listingsOf = ([property]: Row[]) => property?.['listings'] as Row[]

test('a property is shown with its rooms, and what is added to our prices there', async () => {
  const [shown] = await properties()
  assert.deepEqual(
    [shown?.['hotelId'], shown?.['active'], shown?.['mappingStatus'], shown?.['markup']],
    [world.hotelId, true, 'mapped', null],
  )
  const rows = listingsOf(await properties())
  assert.equal(rows.length, 3)
  assert.ok(rows.every((row) => row['roomId'] === row['roomBookingId'] && row['roomName'] === row['name']))
  // Our calendar is written to none of them yet.
  assert.ok(rows.every((row) => row['onDrift'] === null))
  const [first] = rows
  const marked = await world.send('PUT', `/v1/listings/${String(first?.['listingId'])}/markups`, {
    channel: 'booking',
    markupPercent: 12.5,
  })
  assert.equal(marked.status, 200, marked.text)
  assert.equal((await properties())[0]?.['markup'], '0.125')
})

test('a room that is another listing is shown as that one, and inactive listings where they are asked for', async () => {
  const made = await world.send('POST', '/v1/listings', { name: 'Harbour loft', currency: 'EUR' })
  const home = String(made.body['id'])
  const [room] = listingsOf(await properties())
  const roomBookingId = String(room?.['roomId'])
  const mapped = await world.send('POST', `${base}/listings/map`, { roomBookingId, listingId: home })
  assert.equal(mapped.status, 200, mapped.text)
  const [property] = await properties(`/${home}`)
  assert.deepEqual(
    (property?.['listings'] as Row[]).map((row) => [row['listingId'], row['roomId'], row['roomName']]),
    [[home, roomBookingId, room?.['roomName']]],
  )
  const driftOf = async () => listingsOf(await properties(`/${home}`)).map((row) => row['onDrift'])
  assert.deepEqual(await driftOf(), ['mend'])
  const reported = { roomBookingId, listingId: home, onDrift: 'report' }
  assert.equal((await world.send('POST', `${base}/listings/map`, reported)).body['onDrift'], 'report')
  assert.deepEqual(await driftOf(), ['report'])
  assert.deepEqual(
    [property?.['syncEnabled'], property?.['syncCategory']],
    [true, 'sync_rates_and_availability'],
  )
  const off = await world.send('POST', '/v1/listings/status', { listingIds: [home], active: false })
  assert.equal(off.status, 200, off.text)
  assert.equal(listingsOf(await properties()).length, 2)
  assert.deepEqual(
    listingsOf(await properties('?status=inactive')).map((row) => [row['listingId'], row['inactiveReason']]),
    [[home, 'deactivated']],
  )
  assert.equal(listingsOf(await properties('?status=all')).length, 3)
  errorOf(await world.app.get(`${base}/properties/${home}`), 403, 'listing_inactive')
  const elsewhere = await world.send('POST', '/v1/listings', { name: 'Not there', currency: 'EUR' })
  assert.deepEqual(await properties(`/${String(elsewhere.body['id'])}`), [])
})

type Rooms = { source: string; mirrorReason: string | null; rooms: (Row & { rates: Row[] })[] }
const roomsOf = async (listingId: string): Promise<Rooms> => {
  const answer = await world.app.get(`${base}/properties/${listingId}/rooms`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as Rooms
}

test('rooms and rates are those of Booking.com now, or what is known here where it cannot be asked', async () => {
  const [first] = listingsOf(await properties())
  const listingId = String(first?.['listingId'])
  const told = await roomsOf(listingId)
  assert.deepEqual([told.source, told.mirrorReason], ['booking', null])
  const mine = told.rooms.find((room) => room['listingId'] === listingId)
  assert.ok(mine && mine['roomId'] === first?.['roomId'])
  const [rate] = mine.rates
  assert.deepEqual([rate?.['pricingType'], rate?.['isChildRate']], ['standard', false])
  assert.ok(rate?.['policy'] && rate['policyId'])
  assert.equal(rate['parentRateId'], null)
  world.simulator.faults.add({ kind: '429', path: '/hotels/xml/roomrates', count: 60 })
  // Rooms are remembered for a minute.
  world.wait(61)
  const mirror = await roomsOf(listingId)
  assert.deepEqual([mirror.source, mirror.mirrorReason], ['mirror', 'booking_rate_limited'])
  assert.deepEqual(
    mirror.rooms.map(({ roomId, roomName, maxAdults }) => [roomId, roomName, maxAdults]),
    told.rooms.map(({ roomId, roomName, maxAdults }) => [roomId, roomName, maxAdults]),
  )
  world.simulator.faults.clear()
})

test('a listing is taken off Booking.com and put back, and stays mapped; what is sold stays closed', async () => {
  const { app, simulator } = world
  const [room] = listingsOf(await properties('?status=all')).filter((row) => row['status'] === 'active')
  const roomBookingId = String(room?.['roomId'])
  const of = await app.get(`/v1/listings/${String(room?.['listingId'])}`)
  const currency = String(of.body['currency'])
  const made = await world.send('POST', '/v1/listings', {
    ...{ name: 'Quay flat', currency, defaultDailyPrice: 90 },
  })
  const home = String(made.body['id'])
  await sql`update listings set unit_count = 3 where id = ${home}`.execute(app.db)
  await sql`update calendar_days set available_units = 3 where listing_id = ${home}`.execute(app.db)
  const url = `${base}/properties/${home}`
  const press = (action: string, query = '') => world.send('POST', url + query, { action })
  errorOf(await press('unlist'), 409, 'listing_not_on_booking')
  const map = (syncEnabled: boolean) =>
    world.send('POST', `${base}/listings/map`, { roomBookingId, listingId: home, syncEnabled })
  assert.equal((await map(false)).status, 200)
  const health = async () => {
    const [shown] = listingsOf(await properties(`/${home}`)) as { health?: LinkHealth }[]
    return [shown?.health?.state, shown?.health?.exposedNights]
  }
  assert.deepEqual(await health(), ['read_only', 0])
  errorOf(await press('unlist'), 409, 'invalid_state')
  assert.equal((await map(true)).status, 200)
  errorOf(await press('close'), 400, 'invalid_action')
  const selling = startSelling(app.services, { budget: unlimited, askEveryMs })
  try {
    const day = (days: number) =>
      new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const open = () =>
      (simulator.operations.nights?.(roomBookingId, { from: day(30), to: day(59) }) ?? []).filter(
        ({ left }) => left > 0,
      ).length
    const verified = async (action: string) => {
      const answer = await press(action)
      assert.equal(answer.status, 200, answer.text)
      world.wait(1)
      return answer.body['verified'] === true
    }
    await until('the calendar to be written', () => verified('relist'))
    const before = open()
    assert.ok(before > 0)
    assert.deepEqual(await health(), ['in_step', 0])
    assert.equal((await press('unlist', '?dry_run=true')).body['dryRun'], true)
    const pressed = await press('unlist')
    assert.deepEqual([pressed.body['selling'], pressed.body['verified']], [false, false])
    await until('every night to be closed', () => verified('unlist'))
    assert.equal(open(), 0)
    const exposure = await app.get(`/v1/listings/${home}/exposure?from=${day(30)}&to=${day(59)}`)
    const { channels } = exposure.body as unknown as Exposure
    const [night] = channels[0]?.nights ?? []
    assert.deepEqual([night?.wanted.available, night?.state], [false, 'confirmed'])
    await until('it to be sold again', () => verified('relist'))
    assert.equal(open(), before)
    // One room of three: what is still shown of the others while they are being closed cannot be sold twice.
    const stay = { checkIn: day(40), checkOut: day(41), guest: { firstName: 'Ada' }, adults: 1 }
    const booked = await world.send('POST', '/v1/reservations', { listingId: home, ...stay })
    assert.equal(booked.status, 201, booked.text)
    await until('the room to be taken out', () => verified('relist'))
    await selling.stop()
    const sold = async () => {
      const { body } = await app.get(`/v1/listings/${home}/exposure?from=${day(40)}&to=${day(40)}`)
      const [shown] = (body as unknown as Exposure).channels
      return [shown?.nights[0]?.stays, shown?.nights[0]?.wanted.units, shown?.nights[0]?.exposed]
    }
    assert.deepEqual(await sold(), [1, 2, false])
    assert.equal((await press('unlist')).status, 200)
    assert.deepEqual(await sold(), [1, 0, false])
    await refreshDesiredNights(app.services, app.scope, world.connectionId, new Date(0))
    assert.deepEqual(await sold(), [1, 0, false])
    assert.deepEqual(await health(), ['sending', 0])
    await sql`update channel_nights set error = 'No answer.' where differs_since is not null`.execute(app.db)
    assert.deepEqual(await health(), ['failing', 0])
    await sql`update channel_nights set exposed_since = now() where date = ${day(50)}`.execute(app.db)
    assert.deepEqual(await health(), ['exposed', 1])
    await sql`update channel_nights set exposed_since = null`.execute(app.db)
    const { rows: exposed } = await sql`select from channel_nights where exposed_since is not null`.execute(
      app.db,
    )
    assert.equal(exposed.length, 0)
    assert.equal((await press('relist')).status, 200)
    const policy = (availability: boolean) =>
      world.send('PATCH', '/v1/connect/booking/write-policy', { calendar: { availability } })
    await policy(false)
    errorOf(await press('unlist'), 409, 'pms_writes_off')
    await policy(true)
  } finally {
    await selling.stop()
  }
  await sql`update connections set status = 'disconnected' where id = ${world.connectionId}`.execute(app.db)
  assert.deepEqual(await health(), ['not_connected', 0])
  const away = await press('unlist')
  errorOf(away, away.status, 'no_connection')
  await sql`update connections set status = 'active' where id = ${world.connectionId}`.execute(app.db)
})

test('webhooks of Booking.com are refused, whatever is sent', async () => {
  const url = `${base}/webhooks`
  errorOf(await world.app.get(url), 403, 'forbidden')
  errorOf(await world.send('POST', url), 403, 'forbidden')
  errorOf(await world.send('POST', url, { url: 'https://example.com/hook', events: [1] }), 403, 'forbidden')
  errorOf(await world.send('DELETE', url), 403, 'forbidden')
})

test('a percentage is a fraction without rounding', () => {
  const told: Record<string, string> = { '15.000': '0.15', '0': '0', '7.5': '0.075', '99.999': '0.99999' }
  for (const [percent, fraction] of Object.entries(told)) assert.equal(fractionOfPercent(percent), fraction)
})

test('a listing that is two rooms is taken off both, and put back', async () => {
  const rooms = listingsOf(await properties('?status=all')).slice(0, 2)
  const [first] = rooms
  const of = await world.app.get(`/v1/listings/${String(first?.['listingId'])}`)
  const named = { name: 'Two rooms', currency: of.body['currency'], defaultDailyPrice: 80 }
  const made = await world.send('POST', '/v1/listings', named)
  const listingId = String(made.body['id'])
  for (const { roomId: roomBookingId } of rooms) {
    const mapped = await world.send('POST', `${base}/listings/map`, { roomBookingId, listingId })
    assert.equal(mapped.status, 200, mapped.text)
  }
  const unlisted = async () => {
    const { rows: links } = await sql<{ unlisted: boolean }>`
      select unlisted_at is not null as unlisted from selling_links
      where external_id = any(${rooms.map(({ roomId }) => String(roomId))}::text[])`.execute(world.app.db)
    return links.map((link) => link.unlisted)
  }
  for (const [action, isUnlisted] of [
    ['unlist', true],
    ['unlist', true],
    ['relist', false],
  ] as const) {
    const { status, body, text } = await world.send('POST', `${base}/properties/${listingId}`, { action })
    assert.deepEqual([status, body['roomBookingId'], body['verified']], [200, first?.['roomId'], false], text)
    assert.deepEqual(await unlisted(), [isUnlisted, isUnlisted])
  }
})
