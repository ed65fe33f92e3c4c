/** The two halves of one account at Vrbo: what it fetched from our feeds is one listing, and what it books by calling is one reservation. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { childOf, readXml, textIn } from '../../src/connector-kit/xml.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { makerOf } from '../harness/fixtures.ts'
import { startVrboWorld, type VrboRow, type VrboWorld } from './vrbo-world.ts'

let world: VrboWorld
let listing: string
let pair: { username: string; password: string }
let property: string
before(async () => {
  world = await startVrboWorld(2, async (app, simulator) => {
    const make = makerOf(app.db, app.scope)
    listing = await make.listing({ currency: 'EUR', default_nightly_price: '100.00' })
    const minted = await app.post('/v1/connect/vrbo', {})
    assert.equal(minted.status, 200, minted.text)
    pair = minted.body as unknown as typeof pair
    const mapped = await app.post('/v1/channels/vrbo/listings/map', { listingId: Number(listing) })
    assert.equal(mapped.status, 200, mapped.text)
    const { username } = pair
    const body = { takesCalls: true }
    assert.equal((await app.call('PATCH', `/v1/channels/vrbo/accounts/${username}`, { body })).status, 200)
    const [first] = simulator.operations.state(new Set())['listings'] as VrboRow[]
    property = String(first?.['id'])
    simulator.operations.updateListing(property, {
      supplierId: `LODGEWIRE/${username}/${listing}`,
      currency: 'EUR',
    })
  })
  firstDay = world.app.clock.now().toISOString().slice(0, 10)
})
after(() => world?.close())

/** Counted from the day on which the world began: its clock passes midnight when the test is run late. */
let firstDay: string
const day = (n: number) => String(Temporal.PlainDate.from(firstDay).add({ days: n }))

const calling = async (from: number, uuid: string) => {
  const { statusCode, body } = await world.app.raw({
    method: 'POST',
    url: '/vrbo/calls/booking',
    headers: {
      'content-type': 'text/xml',
      authorization: `Basic ${Buffer.from(`${pair.username}:${pair.password}`).toString('base64')}`,
    },
    payload: `<bookingRequest><documentVersion>1.3</documentVersion><bookingRequestDetails>
<advertiserAssignedId>${pair.username}</advertiserAssignedId><listingExternalId>${listing}</listingExternalId>
<unitExternalId>${listing}</unitExternalId><inquirer><firstName>Ana</firstName><lastName>Babic</lastName>
<emailAddress>ana@guest.example</emailAddress></inquirer><reservation><numberOfAdults>2</numberOfAdults>
<numberOfChildren>0</numberOfChildren><reservationDates><beginDate>${day(from)}</beginDate>
<endDate>${day(from + 3)}</endDate></reservationDates></reservation><orderItemList><orderItem><externalId>rent</externalId>
<feeType>RENTAL</feeType><name>Rent</name><totalAmount currency="EUR">300.00</totalAmount></orderItem></orderItemList>
<trackingUuid>${uuid}</trackingUuid></bookingRequestDetails></bookingRequest>`,
  })
  assert.equal(statusCode, 200, body)
  const id = textIn(childOf(readXml(body).root, 'bookingResponseDetails'), 'externalId')
  assert.ok(id, body)
  return id
}
const told = (from: number, more: object) =>
  world.control('/reservations', {
    ...{ propertyId: property, checkInDate: day(from), checkOutDate: day(from + 3), status: 'BOOKED' },
    ...{ firstName: 'Ana', lastName: 'Babic', email: 'ana@guest.example', currency: 'EUR' },
    ...more,
  })
const stays = async (from: number) =>
  (await world.list('/v1/reservations?limit=100')).filter(
    ({ checkIn, status }) => checkIn === day(from) && status !== 'cancelled',
  )
const isOpen = async (from: number) => {
  const range = `from=${day(from)}&to=${day(from)}`
  const answer = await world.app.get(`/v1/availability/${listing}?${range}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.text.includes('"available":true')
}

test('a home that Vrbo has from our feeds is our listing, and no second one', async () => {
  const rows = await world.list('/v1/listings?limit=100')
  assert.equal(rows.length, 2, 'ours, and the one home that is not from our feeds')
  assert.ok(rows.some(({ id }) => id === listing))
})

test('a booking that Vrbo made by calling is the same one when its account tells of it, until it is called off', async () => {
  const id = await calling(40, 'a1b2c3d4-0001')
  errorOf(await world.send('POST', `/v1/reservations/${id}/cancel`, {}), 409, 'reservation_owned_by_channel')
  await world.pass(600)
  assert.equal((await stays(40)).length, 1)
  const there = await told(40, { confirmedAs: id })
  await world.pass(600)
  const [one, ...others] = await stays(40)
  assert.deepEqual(others, [])
  assert.equal(one?.['id'], id)
  assert.equal(one['confirmationCode'], there['referenceNumber'])
  const account = one['account'] as VrboRow
  assert.deepEqual(
    [account['provider'], account['externalAccountId']],
    ['vrbo', world.simulator.credentials['advertiserId']],
  )
  assert.equal(await isOpen(40), false)
  // Repeated, it is answered the same.
  assert.equal(await calling(40, 'a1b2c3d4-0001'), id)
  const off = await world.send('POST', `/v1/channels/vrbo/reservations/${id}/cancel`, {
    reason: 'extenuating_circumstance',
  })
  assert.equal(off.status, 200, off.text)
  assert.deepEqual(await stays(40), [])
  assert.equal(await isOpen(40), true)
})

test('a booking that its account told of before Vrbo called is the same one', async () => {
  const there = await told(60, {})
  await world.pass(600)
  const [before] = await stays(60)
  assert.ok(before)
  assert.equal(before['confirmationCode'], there['referenceNumber'])
  const id = await calling(60, 'a1b2c3d4-0002')
  assert.equal(id, before['id'])
  await world.pass(600)
  assert.equal((await stays(60)).length, 1)
  const { rows } = await sql`
    select from reservations where check_in = ${day(60)} and listing_id = ${listing}`.execute(world.app.db)
  assert.equal(rows.length, 1)
})

test('a booking that its account tells before it tells our id is the same one as well', async () => {
  const id = await calling(310, 'a1b2c3d4-0003')
  const there = await told(310, {})
  await told(320, {})
  await world.pass(600)
  assert.deepEqual(
    (await stays(310)).map((stay) => [stay['id'], stay['confirmationCode'], stay['conflictsWith']]),
    [[id, there['referenceNumber'], []]],
  )
  // Nobody called for this one.
  assert.equal((await stays(320)).length, 1)
  assert.equal(await calling(310, 'a1b2c3d4-0003'), id)
})

test('a booking whose account names an id of ours that Vrbo did not make is a booking of its own', async () => {
  const body = {
    ...{ listingId: Number(listing), checkIn: day(80), checkOut: day(83), guestCount: 2 },
    guest: { firstName: 'Ivo', lastName: 'Horvat' },
  }
  const made = await world.send('POST', '/v1/reservations', body)
  assert.equal(made.status, 201, made.text)
  await told(90, { confirmedAs: String(made.body['id']) })
  await world.pass(600)
  assert.equal((await stays(80))[0]?.['id'], made.body['id'])
  assert.equal((await stays(90)).length, 1)
})

test('a booking is not moved to nights that were sold here: Vrbo knows of them when it comes for the feed again', async () => {
  await told(200, {})
  await world.pass(600)
  const [stay] = await stays(200)
  const at = `/v1/channels/vrbo/reservations/${String(stay?.['id'])}/change`
  const preview = (checkIn: number, checkOut: number) =>
    world.send('POST', `${at}/preview`, { checkIn: day(checkIn), checkOut: day(checkOut) })
  const shown = await preview(201, 205)
  assert.equal(shown.status, 200, shown.text)
  const sold = { listingId: Number(listing), checkIn: day(203), checkOut: day(206) }
  const made = await world.send('POST', '/v1/reservations', { ...sold, guest: { firstName: 'Ada' } })
  assert.equal(made.status, 201, made.text)
  const refused = errorOf(await preview(201, 205), 422, 'reservation_not_modified')
  assert.deepEqual([refused['field'], refused['dates']], ['checkIn', [day(203), day(204)]])
  const body = { previewToken: shown.body['previewToken'], description: 'Later.' }
  for (const dry of ['?dry_run=true', ''])
    assert.equal(
      errorOf(await world.send('POST', at + dry, body), 422, 'reservation_not_modified')['field'],
      'previewToken',
    )
  assert.equal((await preview(201, 203)).status, 200, 'what is free is shown')
  // Sold twice already, by the account: it may leave one of the nights.
  await told(203, {})
  await world.pass(600)
  const twice = (await stays(203)).find(({ source }) => source === 'vrbo')
  const shorter = { checkIn: day(203), checkOut: day(205) }
  const less = `/v1/channels/vrbo/reservations/${String(twice?.['id'])}/change/preview`
  assert.equal((await world.send('POST', less, shorter)).status, 200)
})

test('nights of our listing are told as sold, also by an account that is read for the first time', async () => {
  const off = await world.app.delete('/v1/connect/vrbo')
  assert.equal(off.status, 200, off.text)
  await told(500, {})
  const { credentials } = world.simulator
  const connected = await world.app.post('/v1/connect/vrbo/credentials', { credentials })
  assert.equal(connected.status, 200, connected.text)
  await world.pass(600)
  assert.equal(await isOpen(500), false)
  const { rows } = await sql<{ listing: string }>`
    select data::jsonb ->> 'listingId' as listing from events
    where workspace_id = ${world.app.workspace.id} and type = 'calendar.updated'
      and data::text like ${`%${day(500)}%`}`.execute(world.app.db)
  assert.deepEqual(rows, [{ listing }])
})
