import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { assertError, assertPaging, assertServedBy, idsAt, rowsOf, walk } from './lists.ts'
import { recordsOf, type Records } from './records.ts'

let app: TestApp
let make: Records
let other: TestWorkspace
let account: { id: string; connectionId: string }
let home: string
let closed: string
let talk: string
let closedTalk: string
const asked: Record<string, string> = {}
const inquiry = (name: string) => asked[name] ?? ''
const inquiries = (...names: string[]) => names.map(inquiry)

before(async () => {
  app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
  make = recordsOf(app.db, app.scope)
  other = await app.addWorkspace()
  account = await make.account('hostaway', '64127')
  home = await make.listing({ connection_id: account.connectionId, account_id: account.id })
  closed = await make.listing({ active: false, inactive_reason: 'deactivated' })
  talk = await make.conversation({ listing_id: home })
  closedTalk = await make.conversation({ listing_id: closed })
  const day = (number: number) => ({ created_at: `2026-06-${String(number).padStart(2, '0')}T08:00:00.000Z` })
  asked['newest'] = await make.inquiry({ ...day(9), lapses_at: '2026-06-16T00:00:00Z' })
  asked['older'] = await make.inquiry({ ...day(2), listing_id: home, conversation_id: talk })
  asked['lapsed'] = await make.inquiry({
    ...day(3),
    lapses_at: '2026-06-15T12:00:00Z',
    conversation_id: talk,
  })
  asked['approvedLapsed'] = await make.inquiry({
    ...day(4),
    status: 'pre_approved',
    lapses_at: '2026-06-15T00:00:00Z',
  })
  asked['bookedLate'] = await make.inquiry({ ...day(5), status: 'booked', lapses_at: '2026-06-15T00:00:00Z' })
  asked['twinA'] = await make.inquiry({ ...day(6), status: 'declined', connection_id: account.connectionId })
  asked['twinB'] = await make.inquiry({ ...day(6), status: 'not_possible' })
  asked['offer'] = await make.inquiry({ ...day(7), status: 'special_offer_sent', relayed_by: 'hostaway' })
  asked['closed'] = await make.inquiry({ ...day(8), listing_id: closed })
})
after(() => app.close())

const everything = () =>
  inquiries('newest', 'offer', 'twinB', 'twinA', 'bookedLate', 'approvedLapsed', 'lapsed', 'older')

test('open ones by default, the newest first', async () => {
  await assertPaging(app, '/v1/inquiries', inquiries('newest', 'older'))
  await assertPaging(app, '/v1/inquiries?status=all', everything())
  await assertServedBy(app, '/v1/inquiries?status=all', 'inquiries_recent')
})

test('each status as it is shown', async () => {
  const byStatus: Record<string, string[]> = {
    open: inquiries('newest', 'older'),
    pre_approved: [],
    special_offer_sent: inquiries('offer'),
    booked: inquiries('bookedLate'),
    expired: inquiries('approvedLapsed', 'lapsed'),
    declined: inquiries('twinA'),
    not_possible: inquiries('twinB'),
  }
  for (const [status, ids] of Object.entries(byStatus)) {
    const { body } = await app.get(`/v1/inquiries?status=${status}`)
    const rows = rowsOf(body)
    assert.deepEqual(
      rows.map((row) => row['id']),
      ids,
      status,
    )
    assert.ok(rows.every((row) => String(row['status']) === status))
    assert.equal(Number(body['pagination']?.['total']), ids.length)
  }
})

test('an open one expires when its time comes', async () => {
  app.clock.set('2026-06-16T00:00:00.000Z')
  try {
    assert.deepEqual(await idsAt(app, '/v1/inquiries'), inquiries('older'))
    assert.deepEqual(
      await idsAt(app, '/v1/inquiries?status=expired'),
      inquiries('newest', 'approvedLapsed', 'lapsed'),
    )
  } finally {
    app.clock.set('2026-06-15T12:00:00.000Z')
  }
})

test('all keys are always there', async () => {
  const { body } = await app.get('/v1/inquiries?status=special_offer_sent')
  assert.deepEqual(rowsOf(body)[0], {
    id: inquiry('offer'),
    conversationId: null,
    listingId: null,
    channel: 'airbnb',
    status: 'special_offer_sent',
    checkIn: null,
    checkOut: null,
    guests: { total: null, adults: null, children: null, infants: null, pets: null },
    expectedPayout: { amount: null, currency: null },
    reservationId: null,
    relayedBy: 'hostaway',
    respondBy: null,
    respondedAt: null,
    createdAt: '2026-06-07T08:00:00.000Z',
    updatedAt: '2026-06-01T08:00:00.000Z',
  })
})

test('by listing, by conversation, by account', async () => {
  assert.deepEqual(await idsAt(app, `/v1/inquiries?listing_id=${home}`), inquiries('older'))
  assert.deepEqual(await idsAt(app, `/v1/inquiries?listingId=${home}`), inquiries('older'))
  const url = `/v1/inquiries?conversation_id=${talk}`
  assert.deepEqual(await idsAt(app, url), inquiries('older'))
  assert.deepEqual(await idsAt(app, `${url}&status=all`), inquiries('lapsed', 'older'))
  const headers = { 'x-account-id': account.connectionId }
  // One without an account of its own belongs to that of its listing.
  assert.deepEqual(await idsAt(app, '/v1/inquiries?status=all', { headers }), inquiries('twinA', 'older'))
  assert.deepEqual(
    await idsAt(app, `/v1/inquiries?status=all&listing_id=${home}`, { headers }),
    inquiries('older'),
  )
  const elsewhere = await make.listing()
  await assertError(app, `/v1/inquiries?listing_id=${elsewhere}`, 404, 'not_found', { headers })
})

test('a cursor belongs to its filters and its account', async () => {
  const cursor = String(
    (await app.get('/v1/inquiries?status=all&limit=1')).body['pagination']?.['nextCursor'],
  )
  await assertError(app, `/v1/inquiries?status=open&cursor=${cursor}`, 422, 'invalid_params')
  const headers = { 'x-account-id': account.connectionId }
  await assertError(app, `/v1/inquiries?status=all&cursor=${cursor}`, 422, 'invalid_params', { headers })
})

test('inactive and foreign ones', async () => {
  await assertError(app, `/v1/inquiries?listing_id=${closed}`, 403, 'listing_inactive')
  await assertError(app, `/v1/inquiries?conversation_id=${closedTalk}`, 403, 'listing_inactive')
  const foreign = recordsOf(app.db, other.live)
  await assertError(app, `/v1/inquiries?listing_id=${await foreign.listing()}`, 404, 'not_found')
  await assertError(app, `/v1/inquiries?conversation_id=${await foreign.conversation()}`, 404, 'not_found')
  const { connectionId } = await foreign.account('hostaway', '1')
  for (const id of [connectionId, 'abc', '899999999']) {
    await assertError(app, '/v1/inquiries', 404, 'not_found', { headers: { 'x-account-id': id } })
  }
  await foreign.inquiry()
  assert.deepEqual(await idsAt(app, '/v1/inquiries', { key: app.sandboxKey }), [])
  const error = await assertError(app, '/v1/inquiries?status=opn', 400, 'invalid_params')
  assert.equal(error['did_you_mean'], 'open')
})

test('a walk goes on where it stood while inquiries come in', async () => {
  const seen = await walk(app, '/v1/inquiries?status=all', 3, async () => {
    await make.inquiry({ created_at: '2026-06-15T10:00:00.000Z' })
  })
  assert.deepEqual(seen, everything())
})
