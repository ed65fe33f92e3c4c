/** A property that is put together at Booking.com, step by step, and never made twice. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, describe, test } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { base } from './booking-world.ts'
import { startRatesWorld, type VendorRow } from './booking-rates-world.ts'

const { world, setHotel, fault } = await startRatesWorld()
after(() => world.close())
const { app, hotelId } = world

const step = (action: string, fields: object = {}, query = '', key?: string) =>
  world.send('POST', `${base}/setup${query}`, { action, ...fields }, key)
const ok = (answer: TestAnswer, status = 200): VendorRow => {
  assert.equal(answer.status, status, answer.text)
  return answer.body as unknown as VendorRow
}
const company = (email: string) => ({
  company_name: 'Harbour Homes',
  legal_contact_name: 'Ada Byron',
  legal_contact_email: email,
  country: 'HR',
  city: 'Split',
})
const home = async (fields: object = {}) => {
  const made = await world.send('POST', '/v1/listings', {
    name: 'Harbour loft',
    currency: 'EUR',
    ...fields,
  })
  assert.equal(made.status, 201, made.text)
  return String(made.body['id'])
}
/** With everything that a property needs. */
const whole = async (name: string) => {
  const id = await home({ name })
  await sql`
    update listings set street = '1 Riva', city = 'Split', country_code = 'HR', postal_code = '21000',
      latitude = 43.508, longitude = 16.44 where id = ${id}`.execute(app.db)
  return id
}
const hotels = () =>
  (world.simulator.operations.state(new Set(['hotels']))['hotels'] as VendorRow[]).filter(({ name }) =>
    String(name).startsWith('Loft'),
  )

describe('a property', () => {
  let property = ''
  let entity = ''
  let listing = ''

  test('is made of a listing, with a room and a legal entity, and pressed twice it is the same one', async () => {
    listing = await whole('Loft by the quay')
    const legal_entity = company('ada@example.com')
    const asked = { listing_id: Number(listing), legal_entity }
    const first = ok(await step('create-property', asked), 201)
    property = String(first['propertyId'])
    entity = String((first['legalEntity'] as VendorRow)['id'])
    assert.deepEqual(
      [first['status'], first['sellable'], first['target'], (first['legalEntity'] as VendorRow)['source']],
      ['being_built', false, 'production', 'created'],
    )
    const again = ok(await step('create-property', asked), 201)
    assert.deepEqual([again['propertyId'], again['roomId']], [property, first['roomId']])
    // Another name makes no other property of it.
    await sql`update listings set name = 'Loft by the new quay' where id = ${listing}`.execute(app.db)
    const renamed = ok(await step('create-property', { listing_id: listing, legal_entity_id: entity }), 201)
    assert.deepEqual([renamed['propertyId'], hotels().length], [property, 1])
  })

  test('is connected, given a room of another listing and one unit more', async () => {
    const connected = await world.send('POST', '/v1/connect/booking/credentials', {
      credentials: { hotelId: property },
    })
    assert.equal(connected.status, 200, connected.text)
    const other = await whole('Loft above the quay')
    const made = ok(await step('add-room', { property_id: property, listing_id: other }), 201)
    const twice = ok(await step('add-room', { property_id: property, listing_id: other }), 201)
    assert.equal(twice['roomId'], made['roomId'])
    const more = { property_id: property, room_id: String(made['roomId']) }
    assert.equal(ok(await step('add-unit', more))['units'], 2)
    world.simulator.faults.add({ kind: 'lost_answer', path: '/rooms-api', method: 'PATCH' })
    assert.equal(ok(await step('add-unit', { ...more, units: 4 }))['units'], 4)
    errorOf(await step('add-unit', { ...more, room_id: '999' }), 404, 'not_found')
    // Whatever became of the answer: the same key means the same unit.
    const again = () => step('add-unit', more, '', 'one-more')
    world.simulator.faults.add({ kind: 'lost_answer', path: '/rooms-api', method: 'PATCH' })
    assert.equal(ok(await again())['units'], 5)
    await sql`delete from idempotency_keys`.execute(app.db)
    assert.equal(ok(await again())['units'], 5)
    assert.equal(ok(await step('add-unit', more, '', 'one-more-still'))['units'], 6)
    // At the same moment, each with a key of its own and one without: each adds one.
    const keys = ['at-once-1', 'at-once-2', undefined]
    const added = await Promise.all(keys.map((key) => step('add-unit', more, '', key)))
    assert.deepEqual(added.map((answer) => ok(answer)['units']).toSorted(), [7, 8, 9])
  })

  test('tells what is in the way until nothing is, and is opened', async () => {
    const about = { property_id: property }
    const { ready, blockers } = ok(await step('check-readiness', about))
    assert.deepEqual(
      [ready, blockers],
      [false, ['The property has no description', 'The contract is not signed']],
    )
    assert.deepEqual(ok(await step('advance', about))['opened'], false)
    const refused = errorOf(await step('open-property', about), 422, 'booking_rejected')
    assert.match(String(refused['booking_ruid']), /^[\w+/]{40,}$/)
    assert.equal(ok(await step('check-legal-status', { leid: entity }))['contractSigned'], false)
    await world.there(`/extranet/contracts/${entity}/sign`)
    assert.equal(ok(await step('check-legal-status', { leid: entity }))['contractSigned'], true)
    const content = { language_code: 'en', text: 'By the quay.' }
    ok(await world.send('POST', `${base}/content`, { type: 'description', property_id: property, content }))
    const contact = { name: 'Ada Byron', email: 'ada@example.com', phone: '+385911234567' }
    assert.equal(ok(await step('set-contacts', { ...about, contact }))['success'], true)
    const told = ok(await world.app.get(`${base}/content?type=contacts&property_id=${property}`))
    assert.equal((told['content'] as { contacts: VendorRow[] }).contacts.length, 1)
    const opened = ok(await step('advance', about))
    assert.deepEqual([opened['checked'], opened['opened'], opened['sellable']], [true, true, true])
    assert.equal(ok(await step('open-property', about))['sellable'], true)
  })
})

describe('an answer that was lost', () => {
  test('is found: the property is there once', async () => {
    const listing = await whole('Loft at the lighthouse')
    const asked = { listing_id: listing, legal_entity: company('lost@example.com') }
    const before = hotels().length
    world.simulator.faults.add({ kind: 'lost_answer', path: '/property-api/properties', method: 'POST' })
    const made = ok(await step('create-property', asked), 201)
    assert.deepEqual(ok(await step('create-property', asked), 201)['propertyId'], made['propertyId'])
    assert.equal(hotels().length, before + 1)
  })

  test('of a room leaves a property that is finished by the same request', async () => {
    const listing = await whole('Loft in the tower')
    const asked = { listing_id: listing, legal_entity: company('partial@example.com') }
    fault('429', '/rooms-api', 60)
    const error = errorOf(await step('create-property', asked), 422, 'booking_create_partial')
    assert.deepEqual([error['applied'], error['not_attempted']], [['legal_entity', 'property'], ['room']])
    world.simulator.faults.clear()
    assert.equal(ok(await step('create-property', asked), 201)['propertyId'], error['property_id'])
  })
})

test('a policy is set with its code, once', async () => {
  const policies = async () => {
    const url = `/v1/channels/booking/content?type=policies&property_id=${hotelId}`
    const { content } = ok(await app.get(url)) as { content?: { policies: Record<string, unknown>[] } }
    return content?.policies ?? []
  }
  const before = await policies()
  const asked = { property_id: hotelId, policyCode: 43, prepaymentRequired: true }
  for (let time = 0; time < 2; time += 1) assert.equal(ok(await step('set-policies', asked))['success'], true)
  const [last] = (await policies()).slice(before.length)
  assert.equal((await policies()).length, before.length + 1)
  assert.equal(last?.['policy_code'], 43)
})

describe('what is not done', () => {
  test('steps that are none, and fields that are missing or of no use', async () => {
    errorOf(await step('close-property'), 400, 'invalid_action')
    for (const [action, fields, field] of [
      ['create-property', {}, 'listing_id'],
      ['add-unit', { property_id: hotelId }, 'room_id'],
      ['check-readiness', { property_id: hotelId, units: 2 }, 'units'],
      ['set-contacts', { property_id: hotelId }, 'contacts'],
    ] as const)
      assert.equal(errorOf(await step(action, fields), 400, 'invalid_body')['field'], field, action)
    assert.equal(
      errorOf(await step('set-policies', { property_id: hotelId }), 400, 'invalid_body')['field'],
      'policyCode',
    )
    errorOf(await step('check-readiness', { property_id: hotelId, surprise: 1 }), 400, 'invalid_body')
  })

  test('a property without a place, an address or a legal entity, or of somebody else’s', async () => {
    const bare = await home()
    errorOf(await step('create-property', { listing_id: bare }), 422, 'missing_coordinates')
    await sql`update listings set latitude = 43.5, longitude = 16.4 where id = ${bare}`.execute(app.db)
    errorOf(await step('create-property', { listing_id: bare }), 409, 'invalid_state')
    const listing = await whole('Loft of nobody')
    errorOf(await step('create-property', { listing_id: listing }), 422, 'legal_entity_required')
    const theirs = { listing_id: listing, legal_entity_id: 5_999_999 }
    errorOf(await step('create-property', theirs), 403, 'legal_entity_not_yours')
    errorOf(await step('check-legal-status', { leid: 5_999_999 }), 403, 'legal_entity_not_yours')
    errorOf(await step('create-property', { listing_id: 999_999 }), 404, 'not_found')
    errorOf(await step('check-readiness', { property_id: '999' }), 404, 'not_found')
    const before = hotels().length
    const dry = ok(await step('create-property', { listing_id: listing }, '?dry_run=true'))
    assert.deepEqual([dry['dryRun'], hotels().length], [true, before])
    await sql`update listings set active = false, inactive_reason = 'plan_limit' where id = ${listing}`.execute(
      app.db,
    )
    errorOf(await step('create-property', theirs), 403, 'listing_inactive')
  })

  test('anything where Booking.com refuses, fails or is not reached', async () => {
    const first = ok(await step('create-legal-entity', { legal_entity: company('one@example.com') }))
    const same = ok(await step('create-legal-entity', { legal_entity: company('one@example.com') }))
    assert.deepEqual(same, first)
    const about = { property_id: hotelId }
    for (const [kind, status, code] of [
      ['429', 429, 'booking_rate_limited'],
      ['html', 502, 'booking_error'],
    ] as const) {
      fault(kind, '/property-api', 60)
      errorOf(await step('check-readiness', about), status, code)
      world.simulator.faults.clear()
    }
    await setHotel({ connection: 'pending' })
    errorOf(await step('check-readiness', about), 422, 'booking_rejected')
    await setHotel({ connection: 'active' })
    const { connectors } = app.services
    const { propertySetup: _, ...operations } = world.connector.operations
    connectors['booking'] = { ...world.connector, operations }
    errorOf(await step('check-readiness', about), 422, 'channel_not_supported')
    connectors['booking'] = world.connector
    for (const [status, code] of [
      ['needs_permissions', 'connection_reauth_required'],
      ['disconnected', 'no_connection'],
    ] as const) {
      await sql`update connections set status = ${status} where id = ${world.connectionId}`.execute(app.db)
      const answer = await step('check-readiness', about)
      errorOf(answer, answer.status, code)
    }
  })
})
