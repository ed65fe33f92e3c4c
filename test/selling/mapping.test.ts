/** Saying which listing an Airbnb listing is of: what moves with it, and what is refused. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import { startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
before(async () => {
  world = await startSellingWorld()
})
after(() => world?.close())

const home = (index: number) => {
  const found = world.homes[index]
  assert.ok(found)
  return found
}
const staysOf = async (listingId: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from reservations where workspace_id = ${world.app.workspace.id} and listing_id = ${listingId}
    order by id`.execute(world.app.db)
  return rows.map(({ id }) => id)
}
const currencyOf = async (id: string) => {
  const { rows } = await sql<{ currency: string }>`
    select currency from listings where workspace_id = ${world.app.workspace.id} and id = ${id}`.execute(
    world.app.db,
  )
  return rows[0]?.currency ?? ''
}
const ours = async (name: string, more: object = {}) => {
  const currency = await currencyOf(home(0).id)
  assert.match(currency, /^[A-Z]{3}$/)
  const made = await world.app.post('/v1/listings', { name, currency, defaultDailyPrice: 90, ...more })
  assert.equal(made.status, 201, made.text)
  return String(made.body['id'])
}

it('is refused with the field that is wrong, and changes nothing', async () => {
  const { id, airbnbId } = home(0)
  const of = async (body: object, status: number, code: string) =>
    errorOf(await world.map(body), status, code)
  assert.equal((await of({ airbnbId: '1', listingId: id }, 404, 'not_found'))['field'], 'airbnbId')
  assert.equal((await of({ airbnbId, listingId: 999_999 }, 404, 'not_found'))['field'], 'listingId')
  const otherHost = await of({ airbnbId, listingId: id, hostId: 'nobody' }, 404, 'not_found')
  assert.equal(otherHost['field'], 'hostId')
  assert.equal((otherHost['valid_values'] as string[]).length, 1)
  const dinars = await ours('In dinars', { currency: 'KWD' })
  assert.match(String((await of({ airbnbId, listingId: dinars }, 409, 'invalid_state'))['message']), /KWD/)
  const off = await ours('Switched off')
  await world.send('PATCH', `/v1/listings/${off}`, { active: false })
  await of({ airbnbId, listingId: off }, 403, 'listing_inactive')
  await world.send('PATCH', '/v1/connect/airbnb/write-policy', { calendar: { availability: false } })
  await of({ airbnbId, listingId: id }, 409, 'pms_writes_off')
  await world.send('PATCH', '/v1/connect/airbnb/write-policy', { calendar: { availability: true } })
  const { services } = world.app
  const { calendarWrites: _writes, ...operations } = world.connector.operations
  const known = services.connectors
  services.connectors = { airbnb: { ...world.connector, operations } }
  await of({ airbnbId, listingId: id }, 422, 'channel_not_supported').finally(
    () => (services.connectors = known),
  )
  const { rows } =
    await sql`select from selling_links where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  assert.equal(rows.length, 0)
  const before = await world.app.get(`/v1/listings/${id}`)
  const rehearsed = await world.send('POST', '/v1/channels/airbnb/listings/map?dry_run=true', {
    airbnbId,
    listingId: id,
  })
  assert.equal(rehearsed.status, 200, rehearsed.text)
  assert.deepEqual((await world.app.get(`/v1/listings/${id}`)).body, before.body)
})

it('asks which host is meant where several have the listing, and whom nobody connected', async () => {
  const { id, airbnbId } = home(0)
  const { db, workspace } = world.app
  await sql`
    insert into connections (workspace_id, id, provider, external_account_id, write_policy)
    select workspace_id, 880001, provider, 'second-host', write_policy from connections
    where workspace_id = ${workspace.id}`.execute(db)
  await sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    values (${workspace.id}, 880001, ${airbnbId}, ${id})`.execute(db)
  const { valid_values: hosts } = errorOf(await world.map({ airbnbId, listingId: id }), 400, 'invalid_params')
  assert.equal((hosts as string[]).length, 2)
  await sql`delete from listing_links where workspace_id = ${workspace.id} and connection_id = 880001`.execute(
    db,
  )
  await sql`delete from connections where workspace_id = ${workspace.id} and id = 880001`.execute(db)
  await sql`update connections set status = 'disconnected' where workspace_id = ${workspace.id}`.execute(db)
  const { provider } = errorOf(await world.map({ airbnbId, listingId: id }), 404, 'no_connection')
  assert.equal(provider, 'airbnb')
  await sql`update connections set status = 'active' where workspace_id = ${workspace.id}`.execute(db)
})

it('brings its stays and threads to the listing, whose nights they hold from then on, and closes what we sold', async () => {
  const { id: imported, airbnbId } = home(0)
  const stays = await staysOf(imported)
  assert.ok(stays.length > 0)
  const native = await ours('Harbour loft')
  const { listingId, checkIn, checkOut } = world.slot()
  assert.equal(listingId, imported)
  const booked = await world.send('POST', '/v1/reservations', {
    ...{ listingId: native, checkIn, checkOut },
    guest: { firstName: 'Ada' },
    adults: 2,
  })
  assert.equal(booked.status, 201, booked.text)
  const mapped = await world.map({ airbnbId, listingId: native })
  assert.equal(mapped.status, 200, mapped.text)
  assert.equal(mapped.body['previousListingId'], imported)
  assert.deepEqual(await staysOf(imported), [])
  assert.deepEqual(
    (await staysOf(native)).filter((id) => id !== booked.body['id']),
    stays,
  )
  await world.inStep(native)
  assert.equal((await world.night(airbnbId, checkIn)).availability, 'unavailable')
  const shown = await world.app.get(`/v1/reservations/${stays[0] ?? ''}`)
  assert.equal(shown.body['listingId'], native)
  assert.equal((await world.app.get(`/v1/listings/${imported}`)).body['status'], 'archived')
  // A stay that comes or changes later is of the listing too, and what a whole reading finds changes nothing of it.
  await world.pass(25 * 3600)
  assert.deepEqual(await staysOf(imported), [])
  errorOf(await world.map({ airbnbId, listingId: imported }), 409, 'invalid_state')
  const again = await world.map({ airbnbId, listingId: native })
  assert.equal(again.body['alreadyMapped'], true)
  const second = await world.map({ airbnbId: home(1).airbnbId, listingId: native })
  assert.match(String(errorOf(second, 409, 'invalid_state')['message']), /on Airbnb once/)
})

it('stops writing when it is mapped for reading only', async () => {
  const { airbnbId } = home(0)
  const { rows } = await sql<{ id: string }>`
    select listing_id as id from selling_links where workspace_id = ${world.app.workspace.id}`.execute(
    world.app.db,
  )
  const id = rows[0]?.id ?? ''
  const mapped = await world.map({ airbnbId, listingId: id, syncEnabled: false })
  assert.deepEqual([mapped.body['alreadyMapped'], mapped.body['syncEnabled']], [false, false])
  const { checkIn } = world.slot()
  await world.send('PUT', `/v1/availability/${id}`, { dates: [checkIn], available: false })
  const { channels } = await world.exposure(id, checkIn, checkIn)
  assert.deepEqual([channels[0]?.writes, channels[0]?.nights.length], [false, 0])
})
