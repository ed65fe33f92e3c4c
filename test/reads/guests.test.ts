import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { assertError, assertPaging, assertServedBy, idsAt, rowsOf, walk } from './lists.ts'
import { recordsOf, type Records } from './records.ts'

let app: TestApp
let make: Records
let other: TestWorkspace
let home: string
let closed: string
const people: Record<string, string> = {}

before(async () => {
  app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
  make = recordsOf(app.db, app.scope)
  other = await app.addWorkspace()
  home = await make.listing({ name: 'Home' })
  closed = await make.listing({ name: 'Closed', active: false, inactive_reason: 'plan_limit' })
  people['none'] = await make.guest({ first_name: 'Nora', last_name: 'Without', currency: 'CHF' })
  people['ana'] = await make.guest({ first_name: 'Ana', last_name: '100%_Sure' })
  people['hidden'] = await make.guest({ first_name: 'Hidden' })
  people['both'] = await make.guest({ first_name: null, last_name: 'Both' })
  people['plain'] = await make.guest({ first_name: null, last_name: null })
  await make.contact(people['ana'], 'email', 'second@example.com')
  await make.contact(people['ana'], 'email', 'ana@example.com', true)
  await make.contact(people['ana'], 'phone', '+351912345678')
  const ana = { listing_id: home, guest_id: people['ana'], currency: 'EUR' }
  await make.reservation({ ...ana, check_in: '2026-01-10', check_out: '2026-01-12', total_price: '100.005' })
  await make.reservation({ ...ana, check_in: '2026-06-14', check_out: '2026-06-20', total_price: '200.1' })
  await make.reservation({ ...ana, check_in: '2026-09-01', check_out: '2026-09-03', total_price: '50' })
  await make.reservation({ ...ana, status: 'cancelled', total_price: '9999' })
  await make.reservation({
    ...ana,
    status: 'pending',
    pending_reason: 'host_approval',
    lapses_at: '2026-06-16T00:00:00Z',
    total_price: '10',
  })
  await make.reservation({
    ...ana,
    check_in: '2025-01-01',
    check_out: '2025-01-02',
    currency: 'USD',
    total_price: '77',
  })
  await make.reservation({ ...ana, listing_id: closed, total_price: '5000' })
  await make.reservation({ listing_id: closed, guest_id: people['hidden'] })
  await make.reservation({ listing_id: closed, guest_id: people['both'] })
  await make.reservation({ listing_id: home, guest_id: people['both'], status: 'cancelled' })
  await recordsOf(app.db, other.live).guest({ first_name: 'Foreign' })
})
after(() => app.close())

const person = (name: string) => people[name] ?? ''
const visible = () => ['none', 'ana', 'both', 'plain'].map(person)

test('guests come by id, without those hidden by inactive listings', async () => {
  await assertPaging(app, '/v1/guests', visible())
})

test('the order is served by the primary key', async () => {
  await assertServedBy(app, '/v1/guests?limit=3', 'guests_pkey')
  await assertServedBy(app, '/v1/guests?q=a&has_reservation=true', 'guests_pkey')
})

test('a row shows what the bookings on active listings add up to', async () => {
  const { body } = await app.get('/v1/guests?q=sure')
  const [row] = rowsOf(body)
  assert.deepEqual(row, {
    id: person('ana'),
    displayName: 'Ana',
    displayNameLong: 'Ana 100%_Sure',
    avatarUrl: null,
    language: null,
    country: null,
    phone: '+351912345678',
    email: 'ana@example.com',
    totalReservations: 5,
    totalRevenue: '360.11',
    firstStayedAt: '2025-01-01T00:00:00.000Z',
    lastStayedAt: '2026-06-14T00:00:00.000Z',
    createdAt: '2026-06-01T08:00:00.000Z',
  })
})

test('a guest without a first name is called by the last one', async () => {
  const { body } = await app.get('/v1/guests')
  const names = rowsOf(body).map((row) => [row['displayName'], row['displayNameLong']])
  assert.deepEqual(names, [
    ['Nora', 'Nora Without'],
    ['Ana', 'Ana 100%_Sure'],
    ['Both', 'Both'],
    ['Guest', 'Guest'],
  ])
})

test('q looks into names, addresses and numbers, and takes wildcards literally', async () => {
  const cases: [string, string[]][] = [
    ['ANA 100', ['ana']],
    ['0%_s', ['ana']],
    ['%', ['ana']],
    ['_', ['ana']],
    ['\\', []],
    ['ANA@EXAMPLE', ['ana']],
    ['second@', ['ana']],
    ['912 345', ['ana']],
    ['+351 (912)', ['ana']],
    ['wITHout', ['none']],
    ['Hidden', []],
    ['Foreign', []],
  ]
  for (const [q, names] of cases) {
    const found = await idsAt(app, `/v1/guests?q=${encodeURIComponent(q)}`)
    assert.deepEqual(found, names.map(person), q)
  }
})

test('has_reservation and listing_id narrow the list and its total', async () => {
  await assertPaging(app, '/v1/guests?has_reservation=true', [person('ana'), person('both')])
  await assertPaging(app, '/v1/guests?has_reservation=false', [person('none'), person('plain')])
  await assertPaging(app, `/v1/guests?listing_id=${home}`, [person('ana'), person('both')])
  assert.deepEqual(await idsAt(app, `/v1/guests?listingId=${home}&q=both`), [person('both')])
})

test('an inactive listing cannot be asked about, a foreign one does not exist', async () => {
  const error = await assertError(app, `/v1/guests?listing_id=${closed}`, 403, 'listing_inactive')
  assert.deepEqual(error['listing_ids'], [closed])
  assert.equal(error['reason'], 'plan_limit')
  const foreign = await recordsOf(app.db, other.live).listing()
  await assertError(app, `/v1/guests?listing_id=${foreign}`, 404, 'not_found')
  await assertError(app, '/v1/guests?listing_id=abc', 400, 'invalid_params')
  await assertError(app, '/v1/guests?q=', 400, 'invalid_params')
  const unknown = await assertError(app, '/v1/guests?has_reservations=true', 400, 'unknown_params')
  assert.equal(unknown['did_you_mean'], 'has_reservation')
})

test('the profile has contacts, notes and the sums', async () => {
  const { status, body } = await app.get(`/v1/guests/${person('ana')}`)
  assert.equal(status, 200)
  assert.deepEqual(body['reservationsSummary'], { total: 6, future: 3, past: 2, cancelled: 1 })
  assert.equal(String(body['totalRevenue']), '360.11')
  assert.equal(String(body['currency']), 'EUR')
  assert.deepEqual(
    [...(body['contacts'] ?? [])].map((contact) => contact['value']),
    ['ana@example.com', 'second@example.com', '+351912345678'],
  )
  const none = (await app.get(`/v1/guests/${person('none')}`)).body
  assert.equal(String(none['totalRevenue']), '0.00')
  assert.equal(String(none['currency']), 'CHF')
  assert.deepEqual(none['reservationsSummary'], { total: 0, future: 0, past: 0, cancelled: 0 })
})

test('time moves stays into the past and lapses requests', async () => {
  app.clock.set('2026-06-21T00:00:00.000Z')
  try {
    const { body } = await app.get(`/v1/guests/${person('ana')}`)
    assert.deepEqual(body['reservationsSummary'], { total: 6, future: 1, past: 3, cancelled: 2 })
    assert.equal(Number(body['totalReservations']), 4)
    assert.equal(String(body['totalRevenue']), '350.11')
  } finally {
    app.clock.set('2026-06-15T12:00:00.000Z')
  }
})

test('a hidden guest is closed, a foreign one unknown', async () => {
  const error = await assertError(app, `/v1/guests/${person('hidden')}`, 403, 'listing_inactive')
  assert.deepEqual(error['listings'], [{ id: closed, name: 'Closed' }])
  await assertError(app, `/v1/guests/${person('ana')}`, 404, 'not_found', { key: other.liveKey })
  await assertError(app, `/v1/guests/${person('ana')}`, 404, 'not_found', { key: app.sandboxKey })
  await assertError(app, '/v1/guests/899999999', 404, 'not_found')
  await assertError(app, '/v1/guests/0', 400, 'invalid_param')
})

test('a walk misses and repeats nobody while guests come', async () => {
  const late: string[] = []
  const seen = await walk(app, '/v1/guests', 1, async () => {
    if (late.length < 2) late.push(await make.guest({ first_name: 'Late' }))
  })
  assert.deepEqual(seen, [...visible(), ...late])
})
