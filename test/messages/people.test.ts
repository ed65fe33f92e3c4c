/** Guests and reviews, here and through a vendor that lets them be written. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startRelayWorld, type RelayWorld } from './relay-world.ts'

let world: RelayWorld
let number = 0
const nextKey = () => `people-${(number += 1)}`
before(async () => {
  world = await startRelayWorld()
})
after(() => world.close())
afterEach(() => {
  world.vendor.scripts = {}
})

const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'Grace@Example.com' }
const create = (body: object, key?: string, query = '') =>
  world.write('POST', `/v1/guests${query}`, body, key)
const change = (id: unknown, body: object, key?: string, query = '') =>
  world.write('PATCH', `/v1/guests/${String(id)}${query}`, body, key)
const says = (kind: 'rejected' | 'timeout' | 'rate_limited' | 'reauth') => () => {
  throw new VendorError(kind, `says ${kind}`)
}
const lost = (act: () => void) => {
  act()
  throw new VendorError('timeout', 'no answer')
}

describe('a guest', () => {
  it('is created once: contact and name find the one who is there', async () => {
    const dry = await create(grace, undefined, '?dry_run=true')
    assert.deepEqual([dry.status, dry.body['created'], dry.body['id']], [200, true, undefined], dry.text)
    const first = await create(
      { ...grace, language: 'en', currency: 'USD', isBusinessTraveler: true },
      nextKey(),
    )
    assert.equal(first.status, 201, first.text)
    assert.deepEqual(first.body['contacts'] as unknown, [
      { type: 'email', value: 'grace@example.com', isPrimary: true },
    ])
    const again = await create({ ...grace, phone: '+1 202 555 0101' }, nextKey())
    assert.deepEqual([again.status, again.body['created'], again.body['id']], [200, false, first.body['id']])
    assert.deepEqual([again.body['currency'], again.body['isBusinessTraveler']], ['USD', true])
    const byPhone = await create({ firstName: 'GRACE', lastName: 'Hopper', phone: '+12025550101' })
    assert.equal(byPhone.body['id'], first.body['id'])
    const other = await create({ ...grace, firstName: 'Dorothy' })
    assert.equal(other.status, 201, 'the same address with another name is somebody else')
    const shown = await world.get<{ email: string; contacts: object[] }>(`/v1/guests/${first.body['id']}`)
    assert.deepEqual([shown.email, shown.contacts.length], ['grace@example.com', 2])
    assert.equal(errorOf(await create({ ...grace, phone: 'none!' }), 400, 'invalid_body')['field'], 'phone')
  })

  it('is created in a PMS first, and found there again', async () => {
    const body = { ...grace, firstName: 'Ida', email: 'ida@example.com', provider: 'acme' }
    const dry = await create(body, undefined, '?dry_run=true')
    assert.equal(dry.body['pms']['externalId'], null, dry.text)
    assert.equal(world.vendor.guests.size, 0)
    const key = nextKey()
    const made = await create(body, key)
    assert.equal(made.status, 201, made.text)
    const externalId = String(made.body['pms']['externalId'])
    assert.equal(world.vendor.guests.get(externalId)?.firstName, 'Ida')
    await sql`delete from idempotency_keys`.execute(world.app.db)
    assert.equal((await create(body, key)).body['id'], made.body['id'])
    assert.equal((await create(body, nextKey())).body['pms']['externalId'], externalId)
    assert.equal(world.vendor.guests.size, 1)
  })

  it('whose creation there has no known outcome is not created twice', async () => {
    const body = { ...grace, firstName: 'Joan', email: 'joan@example.com', provider: 'acme' }
    const [before, key] = [world.vendor.guests.size, nextKey()]
    world.vendor.scripts.guest = [lost]
    errorOf(await create(body, key), 502, 'pms_error')
    world.app.clock.advance(120_000)
    errorOf(await create(body, key), 502, 'pms_error')
    assert.equal(world.vendor.guests.size, before + 1)
  })

  it('that the PMS refuses is not created here either', async () => {
    const body = { ...grace, firstName: 'Rejected', email: 'rejected@example.com', provider: 'acme' }
    world.vendor.scripts.guest = [says('rejected'), says('reauth'), says('rate_limited')]
    errorOf(await create(body, nextKey()), 422, 'pms_rejected')
    errorOf(await create(body, nextKey()), 403, 'connection_reauth_required')
    errorOf(await create(body, nextKey()), 429, 'rate_limit_exceeded')
    assert.equal((await world.all('/v1/guests?q=rejected')).length, 0)
    errorOf(await create({ ...body, provider: 'nobody' }), 400, 'invalid_body')
    const answer = await world.app.post('/v1/guests', body, { headers: { 'x-account-id': '123456' } })
    errorOf(answer, 404, 'not_found')
    const { operations } = world.vendor.fake.connector
    const { guestWrites } = operations
    delete operations.guestWrites
    errorOf(await create(body), 422, 'pms_write_unsupported')
    Object.assign(operations, { guestWrites })
    await world.setConnection('disconnected')
    errorOf(await create(body), 409, 'no_connection')
    await world.setConnection('active')
  })

  it('is changed in the PMS that knows it, and bookings show it', async () => {
    const { rows } = await sql<{ id: string; external_id: string | null }>`
      select g.id, g.external_id from guests g join conversations c on c.guest_id = g.id
      where c.external_id = 'booked'`.execute(world.app.db)
    const guestId = rows[0]?.id
    const known = world.vendor.fake.stays.get('S')
    assert.ok(guestId && known)
    await sql`update reservations set guest_id = ${guestId} where external_id = 'S'`.execute(world.app.db)
    await sql`update guests set connection_id = ${world.connectionId}, external_id = 'GX' where id = ${guestId}`.execute(
      world.app.db,
    )
    const dry = await change(guestId, { firstName: 'Augusta' }, undefined, '?dry_run=true')
    assert.deepEqual([dry.body['firstName'], dry.body['dryRun']], ['Augusta', true], dry.text)
    world.vendor.scripts.guest = [says('rejected'), says('timeout')]
    errorOf(await change(guestId, { firstName: 'Augusta' }, nextKey()), 422, 'pms_rejected')
    const key = nextKey()
    errorOf(await change(guestId, { firstName: 'Augusta' }, key), 502, 'pms_error')
    assert.equal((await world.get<{ displayName: string }>(`/v1/guests/${guestId}`)).displayName, 'Ada')
    const changed = await change(guestId, { firstName: 'Augusta' }, key)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body['pms'] as unknown, [{ provider: 'acme', applied: ['firstName'] }])
    assert.equal(world.vendor.guests.get('GX')?.firstName, 'Augusta')
    const moved = await change(guestId, { email: 'New@example.com' })
    const contacts = moved.body['contacts'] as unknown as { value: string; isPrimary: boolean }[]
    assert.deepEqual(
      contacts.map(({ value, isPrimary }) => `${value} ${isPrimary}`),
      ['new@example.com true', 'ada.booked@example.com false'],
    )
    const told = (await world.events()).filter(
      ({ type, data }) => type === 'reservation.updated' && JSON.stringify(data).includes('Augusta'),
    )
    assert.ok(told.length >= 1)
    await world.setConnection('error')
    errorOf(await change(guestId, { firstName: 'Ada' }), 403, 'connection_reauth_required')
    await world.setConnection('active')
    await sql`update connections set credentials = null where id = ${world.connectionId}`.execute(
      world.app.db,
    )
    errorOf(await change(guestId, { firstName: 'Ada' }), 409, 'no_connection')
    errorOf(await change('123456789', { firstName: 'Ada' }), 404, 'not_found')
    errorOf(await change(guestId, {}), 400, 'invalid_body')
  })
})
