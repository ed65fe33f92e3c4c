/** Charges of a property of Booking.com, and what it says of itself: set there, read there, refused and lost. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, describe, test } from 'node:test'
import { joinPartner } from '../../src/connector-kit/partnership.ts'
import { booking } from '../../src/connectors/booking/index.ts'
import { knownContent } from '../../src/connectors/booking/property-content.ts'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { base } from './booking-world.ts'
import { done, startRatesWorld, type VendorRow } from './booking-rates-world.ts'

const { world, room, setHotel, fault } = await startRatesWorld()
after(() => world.close())
const { hotelId } = world

const charge = (type: string, value: number, from = '2026-07-01', more: object = {}) => ({
  charge_key: { type, ...more },
  charge_periods: [{ applicable: { from }, configuration: { amount: { value, mode: 'PER_STAY' } } }],
})
const charges = `${base}/charges`
const put = (body: object, query = '', key?: string) =>
  world.send('PUT', charges + query, { property_id: hotelId, ...body }, key)
const standing = async () => done(await world.app.get(`${charges}?property_id=${hotelId}`))
const typesIn = (rows: unknown) =>
  (rows as { charge_key: { type: string } }[]).map((row) => row.charge_key.type)

describe('charges', () => {
  test('are replaced as a whole: what is not named is cleared, of the property and of rooms', async () => {
    const own = { room_id: room.id, charges: [charge('PETFEE', 15)] }
    const first = done(
      await put({ property_charges: [charge('CLEANINGFEE', 40), charge('CITYTAX', 3)], room_charges: [own] }),
    )
    assert.deepEqual([typesIn(first['property_charges']), first['cleared']], [['CLEANINGFEE', 'CITYTAX'], []])
    assert.deepEqual(await standing(), {
      hotelId,
      property_charges: first['property_charges'],
      room_charges: [{ ...own, room_id: String(room.id) }],
    })
    // The same key at another time: the time before has ended, too.
    const second = done(await put({ property_charges: [charge('CITYTAX', 4, '2027-01-01')] }))
    assert.deepEqual(
      (second['cleared'] as VendorRow[]).map(({ room_id, charge_key }) => [
        room_id,
        (charge_key as VendorRow)['type'],
      ]),
      [
        [null, 'CLEANINGFEE'],
        [String(room.id), 'PETFEE'],
      ],
    )
    const { property_charges, room_charges } = await standing()
    assert.deepEqual([property_charges, room_charges], [[charge('CITYTAX', 4, '2027-01-01')], []])
  })

  test('are only looked at in a dry run, and all cleared by an empty list', async () => {
    const dry = done(await put({ property_charges: [charge('VAT', 9)] }, '?dry_run=true'))
    assert.deepEqual([dry['dryRun'], typesIn((await standing())['property_charges'])], [true, ['CITYTAX']])
    assert.deepEqual(typesIn(done(await put({}))['property_charges']), [])
    assert.deepEqual(done(await put({}))['cleared'], [])
  })

  test('of a lost answer are sent once more, and stand once', async () => {
    const body = { property_charges: [charge('CLEANINGFEE', 41)] }
    world.simulator.faults.add({ kind: 'lost_answer', path: '/charges-api', method: 'POST' })
    errorOf(await put(body, '', 'charges-lost'), 502, 'booking_error')
    assert.deepEqual(typesIn(done(await put(body, '', 'charges-lost'))['property_charges']), ['CLEANINGFEE'])
  })

  test('that Booking.com does not take are refused with the id of its answer', async () => {
    const error = errorOf(await put({ property_charges: [charge('LUCK', 1)] }), 422, 'booking_rejected')
    assert.match(String(error['booking_ruid']), /^[\w+/]{40,}$/)
    assert.match(String(error['message']), /320/)
    assert.deepEqual(typesIn((await standing())['property_charges']), ['CLEANINGFEE'])
    const elsewhere = [{ room_id: '999', charges: [charge('VAT', 1)] }]
    assert.equal(
      errorOf(await put({ room_charges: elsewhere }), 404, 'not_found')['field'],
      'room_charges[0].room_id',
    )
    errorOf(await put({ charges: [] }), 400, 'invalid_body')
    const policy = (rates: boolean) =>
      world.send('PATCH', '/v1/connect/booking/write-policy', { calendar: { rates } })
    await policy(false)
    errorOf(await put({}), 409, 'pms_writes_off')
    await policy(true)
  })
})

const content = `${base}/content`
const read = (type: string) => world.app.get(`${content}?type=${type}&property_id=${hotelId}`)
const set = (type: string, body: object, query = '', key?: string) =>
  world.send('POST', content + query, { type, property_id: hotelId, content: body }, key)

describe('what a property says of itself', () => {
  const general = { contact_profiles: [{ type: 'general' }], emails: [{ email: 'ada@example.com' }] }
  for (const [type, sent, shown] of [
    ['settings', { pets: { allowed: 'YES' } }, (told: unknown) => (told as VendorRow)['pets']],
    [
      'facilities',
      [{ facility_id: 3, state: 'PRESENT' }],
      (told: unknown) => (told as VendorRow[]).map(({ facility_id }) => facility_id),
    ],
    ['contacts', { contacts: [general] }, (told: unknown) => told],
    [
      'checkin_methods',
      { checkin_methods: [{ stream_variation_name: 'primary_checkin_method', checkin_method: 'lock_box' }] },
      (told: unknown) => told,
    ],
    [
      'photos',
      { photos: [{ url: 'https://photos.example.com/quay.jpg' }] },
      (told: unknown) => (told as { photos: VendorRow[] }).photos.map(({ url }) => url),
    ],
  ] as const) {
    test(`${type} are set, set again, and read`, async () => {
      for (let time = 0; time < 2; time += 1) assert.equal(done(await set(type, sent))['success'], true)
      const wanted = {
        settings: { allowed: 'YES' },
        facilities: [3],
        contacts: sent,
        checkin_methods: sent,
        photos: ['https://photos.example.com/quay.jpg'],
      }[type]
      assert.deepEqual(shown(done(await read(type))['content']), wanted)
    })
  }

  test('descriptions go to the property', async () => {
    assert.equal(
      done(await set('description', { language_code: 'en', text: 'By the water.' }))['success'],
      true,
    )
    const told = [{ language_code: 'en', text: 'By the water.' }]
    assert.deepEqual(done(await read('description'))['content'], told)
  })

  test('licences tell what is asked for, and are handed in', async () => {
    const shown = async () =>
      done(await read('licences'))['content'] as { requirements: VendorRow; licence: unknown }
    const before = await shown()
    assert.equal(before.requirements['level'], 'property')
    const [{ id: variant_id } = {}] = before.requirements['variants'] as VendorRow[]
    assert.equal(before.licence, null)
    const sent = { variant_id, content_data: [{ name: 'number', value: 'HR-0815' }] }
    assert.equal(done(await set('licences', sent))['success'], true)
    assert.deepEqual((await shown()).licence, sent)
    const error = errorOf(await set('licences', { ...sent, variant_id: 7 }), 422, 'booking_rejected')
    assert.match(String(error['booking_ruid']), /^[\w+/]{40,}$/)
  })

  test('policies are read, made once, and changed by their ids', async () => {
    const standing = async () =>
      (done(await read('policies'))['content'] as { policies: VendorRow[] }).policies
    const before = await standing()
    assert.deepEqual(
      before.map(({ policy_code }) => policy_code),
      [152, 1],
    )
    const strict = { policy_code: 36, no_show_penalty: 'total_price', guarantee_payment: { required: true } }
    for (let time = 0; time < 2; time += 1)
      assert.equal(done(await set('policies', { policies: [strict] }))['success'], true)
    const [, , made] = await standing()
    assert.equal((await standing()).length, 3)
    assert.deepEqual(
      [
        made?.['policy_code'],
        made?.['no_show_penalty'],
        (made?.['guarantee_payment'] as VendorRow)['required'],
      ],
      [36, 'total_price', true],
    )
    done(await set('policies', { policies: [{ policy_id: made?.['policy_id'], policy_code: 12 }] }))
    assert.equal((await standing())[2]?.['policy_code'], 12)
    const twin = { policy_id: made?.['policy_id'], policy_code: 152 }
    const refused = errorOf(await set('policies', { policies: [twin] }), 422, 'booking_rejected')
    assert.match(String(refused['booking_ruid']), /^[\w+/]{40,}$/)
    for (const [sent, field] of [
      [{}, 'policies'],
      [{ policies: [] }, 'policies'],
      [{ policies: [strict], more: 1 }, 'more'],
      [{ policies: [3] }, 'policies[0]'],
      [{ policies: [{ policy_code: 'free' }] }, 'policies[0].policy_code'],
      [{ policies: [{ ...strict, no_show_penalty: 'half' }] }, 'policies[0].no_show_penalty'],
      [{ policies: [{ ...strict, colour: 'red' }] }, 'policies[0].colour'],
      [{ policies: [{ ...strict, guarantee_payment: {} }] }, 'policies[0].guarantee_payment.required'],
    ] as const)
      assert.equal(
        errorOf(await set('policies', sent, '?dry_run=true'), 400, 'invalid_body')['field'],
        `content.${field}`,
      )
  })

  test('policies of a lost answer are made once', async () => {
    const standing = async () =>
      (done(await read('policies'))['content'] as { policies: VendorRow[] }).policies
    const before = await standing()
    const sent = { policies: [{ policy_code: 29 }] }
    const where = { path: '/policy-api/properties/*/policies', method: 'POST' }
    for (const kind of ['drop', 'lost_answer', 'late_500']) {
      world.simulator.faults.add({ kind, count: 1, ...where })
      const answer = await set('policies', sent, '', 'policies-lost')
      if (kind !== 'late_500') errorOf(answer, 502, 'booking_error')
      world.simulator.faults.clear()
    }
    assert.equal(done(await set('policies', sent, '', 'policies-lost'))['success'], true)
    assert.equal((await standing()).length, before.length + 1)
  })

  test('are not made by calls that were put together at Booking.com itself, unless a setting says so', async () => {
    const account = { BOOKING_CLIENT_ID: 'a client', BOOKING_CLIENT_SECRET: 'a secret of it' }
    const sections = (settings: Record<string, string>, url?: string) =>
      joinPartner(booking, new Map(Object.entries(settings)), url).operations.propertyContent?.sections ?? {}
    const closed = (given: ReturnType<typeof sections>) =>
      Object.entries(given).flatMap(([name, { unreadable, unwritable }]) =>
        unreadable || unwritable ? [[name, unreadable !== undefined, unwritable !== undefined]] : [],
      )
    const both = [
      ['licences', false, true],
      ['policies', true, true],
    ]
    assert.deepEqual(closed(sections(account)), both)
    assert.deepEqual(closed(sections({ ...account, BOOKING_UNVERIFIED_CALLS: 'false' })), both)
    assert.deepEqual(closed(sections({ ...account, BOOKING_UNVERIFIED_CALLS: 'true' })), [])
    assert.deepEqual(closed(sections(account, 'http://127.0.0.1:1')), [])
    const { connectors } = world.app.services
    const known = connectors['booking']
    connectors['booking'] = {
      ...world.connector,
      operations: { ...world.connector.operations, propertyContent: knownContent },
    }
    for (const answer of [
      await read('policies'),
      await set('policies', { policies: [{ policy_code: 1 }] }),
      await set('licences', {}),
      await world.send('POST', `${base}/setup`, {
        action: 'set-policies',
        property_id: hotelId,
        policyCode: 1,
      }),
    ]) {
      const error = errorOf(answer, 422, 'channel_not_supported')
      assert.match(String(error['fix']), /BOOKING_UNVERIFIED_CALLS/)
    }
    assert.deepEqual(Object.keys(done(await read('licences'))['content'] as VendorRow), ['requirements'])
    if (known) connectors['booking'] = known
  })

  for (const [type, path, sent] of [
    ['description', '/property-api/properties/*/description', { language_code: 'fr', text: 'Au bord.' }],
    ['settings', '/property-api/properties/*/settings', { pets: { allowed: 'UPON_REQUEST' } }],
    ['facilities', '/facilities-api/properties/*', [{ facility_id: 11, state: 'PRESENT' }]],
    ['contacts', '/contacts-api/properties/*/contacts', { contacts: [{ ...general, emails: [] }] }],
    [
      'checkin_methods',
      '/checkin-methods-api/properties/*',
      { checkin_methods: [{ stream_variation_name: 'primary_checkin_method', checkin_method: 'reception' }] },
    ],
    [
      'photos',
      '/photo-api/properties/*/pending/photos',
      { photos: [{ url: 'https://photos.example.com/lost.jpg' }] },
    ],
  ] as const) {
    test(`${type} of a lost answer are said not to be known, and sent once more they stand once`, async () => {
      const standing = async () => done(await read(type))['content']
      const method = ['description', 'facilities', 'contacts'].includes(type) ? 'PUT' : 'POST'
      const earlier = await standing()
      for (const kind of ['lost_answer', 'late_500', 'malformed', 'drop', '500']) {
        world.simulator.faults.add({ kind, count: 100, path, method })
        const error = errorOf(await set(type, sent, '', `${type}-lost`), 502, 'booking_error')
        assert.match(String(error['message']), new RegExp(`did not say whether .${type}. was set`))
        world.simulator.faults.clear()
      }
      const key = `${type}-lost`
      const between = await standing()
      assert.notDeepEqual(between, earlier)
      const answer = await set(type, sent, '', key)
      assert.equal(done(answer)['success'], true)
      assert.deepEqual(await standing(), between)
      world.simulator.calls.clear()
      assert.equal((await set(type, sent, '', key)).text, answer.text)
      assert.deepEqual(
        world.simulator.calls.list().filter((call) => call.method !== 'GET' && call.path.includes('-api/')),
        [],
      )
    })
  }

  test('is refused where it is of another kind or form', async () => {
    errorOf(await read('stars'), 400, 'invalid_type')
    errorOf(await set('stars', {}), 400, 'invalid_type')
    assert.equal(errorOf(await set('facilities', {}), 400, 'invalid_body')['field'], 'content')
    assert.equal(errorOf(await set('settings', []), 400, 'invalid_body')['field'], 'content')
    assert.equal(done(await set('settings', { pets: {} }, '?dry_run=true'))['dryRun'], true)
    const error = errorOf(await set('settings', { colours: {} }), 422, 'booking_rejected')
    assert.match(String(error['booking_ruid']), /^[\w+/]{40,}$/)
    errorOf(
      await set('contacts', { contacts: [{ contact_profiles: [{ type: 'invoices' }] }] }),
      422,
      'booking_rejected',
    )
  })
})

test('every one of these calls meets limits, web pages, lost access and properties of others', async () => {
  const calls = (id = hotelId): Promise<TestAnswer>[] => [
    world.app.get(`${charges}?property_id=${id}`),
    world.send('PUT', charges, { property_id: id, property_charges: [charge('VAT', 9)] }),
    world.app.get(`${content}?type=settings&property_id=${id}`),
    world.send('POST', content, { type: 'settings', property_id: id, content: { pets: {} } }),
  ]
  const all = async (status: number, code: string, id?: string) => {
    for (const answer of await Promise.all(calls(id))) errorOf(answer, status || answer.status, code)
    world.simulator.faults.clear()
  }
  const everywhere = (kind: string) => {
    for (const path of ['/charges-api', '/property-api']) fault(kind, path, 60)
  }
  await all(404, 'not_found', '999')
  everywhere('429')
  await all(429, 'booking_rate_limited')
  everywhere('html')
  await all(502, 'booking_error')
  await setHotel({ connection: 'pending' })
  await all(422, 'booking_rejected')
  await setHotel({ connection: 'active' })
  const { connectors } = world.app.services
  const { propertyCharges: _, propertyContent: __, ...operations } = world.connector.operations
  connectors['booking'] = { ...world.connector, operations }
  await all(422, 'channel_not_supported')
  connectors['booking'] = world.connector
  for (const [status, code] of [
    ['needs_permissions', 'connection_reauth_required'],
    ['disconnected', 'no_connection'],
  ] as const) {
    await sql`update connections set status = ${status} where id = ${world.connectionId}`.execute(
      world.app.db,
    )
    await all(0, code)
  }
})
