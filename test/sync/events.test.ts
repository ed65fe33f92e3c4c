/** Every kind of event that reading a source can cause, and that each is what the catalogue says. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { events as catalogue, isEventKind } from '../../src/contract/events.ts'
import type { CalendarDayRecord, MessageRecord, ReviewRecord } from '../../src/contract/records.ts'
import { beginReading } from '../../src/records/calendar/public.ts'
import { applyCalendar } from '../../src/records/calendar/store.ts'
import { applyReviews } from '../../src/records/reviews/store.ts'
import type { RecordBatch } from '../../src/records/batch.ts'
import { queueHintedReads } from '../../src/features/sync/hint/inbound.ts'
import { readChanges } from '../../src/features/sync/on-demand/read-changes.ts'
import { replyViolation } from '../../src/http/validation.ts'
import { until } from '../harness/until.ts'
import { fakeVendor, inquiry, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type StoredEvent, type World } from './world.ts'
import { sessionsView } from '../harness/sessions.ts'

let vendor: FakeVendor
let world: World
let told: number
let connection: string

beforeEach(async () => {
  vendor = fakeVendor()
  vendor.listings.set('A', listing('A', { city: 'Split', details: { bedrooms: 2 } as never }))
  world = await startFakeWorld(vendor.connector)
  connection = await world.connect()
  await world.startWorker()
  await world.settle()
  told = (await all()).length
})
afterEach(async () => {
  await assertDescribed()
  await world.close()
})

async function all(): Promise<(StoredEvent & { account: unknown; listing_id: string | null })[]> {
  const { rows } = await sql<{
    sequence: string
    type: string
    data: string
    account: unknown
    listing_id: string | null
  }>`
    select sequence, type, data, account, listing_id from events
    where workspace_id = ${world.app.workspace.id} order by sequence`.execute(world.app.db)
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as StoredEvent['data'] }))
}
const news = async () => (await all()).slice(told)
/** Nights follow every stay; what is told of them has tests of its own. */
const ofRecords = async () => (await news()).filter(({ type }) => type !== 'calendar.updated')
const types = async () => (await news()).map(({ type }) => type)

/** To the letter: a field too many or too few fails. */
async function assertDescribed(): Promise<void> {
  for (const { type, data } of await all()) {
    assert.ok(isEventKind(type), type)
    assert.equal(replyViolation(catalogue[type].data)(data), undefined, `${type}: ${JSON.stringify(data)}`)
  }
}

const put = (record: ReturnType<typeof stay> | ReturnType<typeof inquiry>) =>
  void vendor.stays.set(record.externalId, record)

test('connecting is told, and nothing of what was there before', async () => {
  const [event, ...others] = await all()
  assert.deepEqual(others, [])
  assert.equal(event?.type, 'account.created')
  assert.deepEqual(event?.account, { id: connection, provider: 'acme', externalAccountId: 'acme-1' })
})

test('disconnecting and connecting again: the account and its listings', async () => {
  const [home] = await world.all<{ id: string }>('/v1/listings')
  await world.app.delete('/v1/connect/acme')
  assert.deepEqual(await types(), ['listing.suspended', 'account.disconnected'])
  const [suspended, disconnected] = await news()
  assert.equal(suspended?.data.object?.id, home?.id)
  assert.deepEqual(suspended?.data.object?.address, { street: null, city: null, region: null })
  assert.equal(disconnected?.data.reason, 'manual_disconnect')
  await world.connect()
  await world.settle()
  assert.deepEqual((await types()).slice(2), ['account.created', 'listing.reactivated'])
})

test('credentials that are refused end the account until it is connected again', async () => {
  vendor.trouble = () => new VendorError('reauth', 'the token is old')
  await world.pass(61)
  await world.pass(301)
  await world.pass(3600)
  const [event, ...others] = await news()
  assert.deepEqual(others, [])
  assert.deepEqual([event?.type, event?.data.reason], ['account.disconnected', 'auth_expired'])
  vendor.trouble = null
  await world.connect()
  assert.deepEqual((await types()).slice(1), ['account.created'])
})

test('a request to book is told as a request, and as a booking once it is accepted', async () => {
  const request = {
    status: 'pending',
    pendingReason: 'host_approval',
    respondBy: '2026-06-20T12:00:00Z',
  } as const
  put(stay('yes', request))
  put(stay('no', { ...request, checkIn: '2026-07-05', checkOut: '2026-07-09' }))
  await world.pass(61)
  const requests = await ofRecords()
  const created = 'reservation.request.created'
  assert.deepEqual(
    requests.map(({ type }) => type),
    [created, created],
  )
  const [first] = requests
  assert.equal(first?.data.respondBy, '2026-06-20T12:00:00.000Z')
  put(stay('yes', { sourceStatus: 'accepted' }))
  put(stay('no', { status: 'cancelled', statusDetail: 'declined', sourceStatus: 'declined' }))
  await world.pass(61)
  const since = (await ofRecords()).slice(2)
  const of = (code: string) =>
    since
      .filter(({ data }) => data.object?.confirmationCode === code)
      .map(({ type, data }) => [type, data.requestStatus ?? null, data.sourceStatus ?? null])
  assert.deepEqual(of('CODE-yes'), [
    ['reservation.request.updated', 'accepted', 'accepted'],
    ['reservation.created', null, null],
    ['reservation.updated', null, null],
  ])
  assert.deepEqual(of('CODE-no'), [
    ['reservation.request.updated', 'declined', 'declined'],
    ['reservation.updated', null, null],
  ])
})

test('the revision of a booking grows with every change', async () => {
  put(stay('r1'))
  await world.pass(61)
  put(stay('r1', { checkOut: '2026-07-06' }))
  await world.pass(61)
  put(stay('r1', { checkOut: '2026-07-06', status: 'cancelled' }))
  await world.pass(61)
  assert.deepEqual(
    (await ofRecords()).map(({ type, data }) => [type, data.revision]),
    [
      ['reservation.created', 1],
      ['reservation.updated', 2],
      ['reservation.cancelled', 3],
    ],
  )
})

test('messages: from the guest, from the host, and corrected', async () => {
  put(stay('r1'))
  await world.pass(61)
  told = (await all()).length
  const message = (externalId: string, more: Partial<MessageRecord>): MessageRecord => ({
    externalId,
    conversationExternalId: 'c1',
    direction: 'inbound',
    body: 'Hello',
    sentAt: '2026-06-15T12:01:00Z',
    ...more,
  })
  const thread = (lastMessageAt: string) =>
    vendor.conversations.set('c1', {
      externalId: 'c1',
      platform: 'airbnb',
      listingExternalId: 'A',
      reservationExternalId: 'r1',
      lastMessageAt,
    })
  thread('2026-06-15T12:02:00Z')
  vendor.messages.set('m1', message('m1', {}))
  vendor.messages.set(
    'm2',
    message('m2', { direction: 'outbound', body: 'Welcome', sentAt: '2026-06-15T12:02:00Z' }),
  )
  await world.pass(61)
  assert.deepEqual(await types(), ['reservation.message.received', 'reservation.message.sent'])
  vendor.messages.set('m1', message('m1', { body: 'Hello!' }))
  thread('2026-06-15T12:03:00Z')
  await world.pass(61)
  const [, sent, edited] = await news()
  assert.deepEqual([sent?.data.source, sent?.data.direction], ['channel', 'outbound'])
  assert.deepEqual(
    [edited?.type, edited?.data.previousBody, edited?.data.body],
    ['reservation.message.updated', 'Hello', 'Hello!'],
  )
  const { rows } = await sql<{ keys: string }>`
    select count(distinct order_key) as keys from events where workspace_id = ${world.app.workspace.id}
      and type like 'reservation.%'`.execute(world.app.db)
  assert.equal(Number(rows[0]?.keys), 1)
})

test('inquiries: asked, changed, booked, gone', async () => {
  put(inquiry('q1', { receivedAt: '2026-06-15T12:00:30Z' }))
  put(inquiry('q2'))
  await world.pass(61)
  assert.deepEqual(await types(), ['inquiry.created', 'inquiry.created'])
  put(inquiry('q1', { receivedAt: '2026-06-15T12:00:30Z', status: 'pre_approved' }))
  await world.pass(61)
  put(stay('q1'))
  await world.pass(61)
  vendor.stays.delete('q2')
  await world.pass(26 * 3600)
  const since = (await ofRecords()).slice(2)
  assert.deepEqual(
    since.map(({ type, data }) => [type, data.object?.status, data.previousAttributes?.status ?? null]),
    [
      ['inquiry.updated', 'pre_approved', 'open'],
      ['reservation.created', 'confirmed', null],
      ['inquiry.updated', 'booked', 'pre_approved'],
      ['inquiry.updated', 'expired', 'open'],
    ],
  )
})

test('an inquiry that is read before its conversation is told again with it, but not by an import', async () => {
  const record = { receivedAt: '2026-06-15T12:00:30Z' }
  const asks = (externalId: string) => {
    put(inquiry(externalId, record))
    vendor.conversations.set(`of-${externalId}`, {
      externalId: `of-${externalId}`,
      platform: 'airbnb',
      listingExternalId: 'A',
      reservationExternalId: externalId,
      lastMessageAt: '2026-06-15T12:02:00Z',
    })
  }
  put(inquiry('q1', record))
  await world.pass(61)
  asks('q1')
  await world.pass(61)
  const ofInquiries = async () => (await news()).filter(({ type }) => type.startsWith('inquiry.'))
  const [thread] = await world.all<{ id: string }>('/v1/conversations')
  assert.ok(thread)
  assert.deepEqual(
    (await ofInquiries()).map(({ type, data }) => [
      type,
      (data.object as { conversationId?: unknown } | undefined)?.conversationId,
      data.previousAttributes ?? null,
      data.revision,
    ]),
    [
      ['inquiry.created', null, null, 1],
      ['inquiry.updated', thread.id, { conversationId: null }, 2],
    ],
  )
  await world.app.delete('/v1/connect/acme')
  asks('q2')
  await world.connect()
  await world.settle()
  assert.equal((await world.all('/v1/inquiries')).length, 2)
  assert.equal((await ofInquiries()).length, 2)
})

test('the thread of a new inquiry is read before it is told, as far as it can be read', async () => {
  const asks = (externalId: string) => {
    put(inquiry(externalId, { receivedAt: '2026-06-15T12:00:30Z' }))
    vendor.conversations.set(`of-${externalId}`, {
      externalId: `of-${externalId}`,
      platform: 'airbnb',
      listingExternalId: 'A',
      reservationExternalId: externalId,
      lastMessageAt: '2026-06-15T12:02:00Z',
    })
  }
  const threadOf = async (inquiryId: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from conversations where external_id = ${`of-${inquiryId}`}`.execute(world.app.db)
    return rows[0]?.id
  }
  const toldOf = async () =>
    (await news())
      .filter(({ type }) => type.startsWith('inquiry.'))
      .map(({ type, data }) => [type, data.object?.['conversationId'] ?? null])
  asks('q1')
  await world.pass(61)
  assert.deepEqual(await toldOf(), [['inquiry.created', await threadOf('q1')]])
  assert.equal(vendor.calls.filter((call) => call === 'thread of q1').length, 1)

  const inTurn = async (entity: 'reservations' | 'conversations', externalId: string) => {
    const { workspace } = world.app
    await queueHintedReads(
      world.services,
      { workspaceId: workspace.id },
      connection,
      [{ entity, externalId }],
      0,
    )
    await world.pass(1)
  }
  // No room, no permission, an answer that cannot be read: the question is told all the same.
  const reasons = ['rate_limited', 'rejected', 'malformed', 'credentials'] as const
  for (const [n, kind] of reasons.entries()) {
    const id = `f${n}`
    const before = (await toldOf()).length
    const fails = /^(thread of|conversations)/
    vendor.trouble = (operation) => (fails.test(operation) ? new VendorError(kind, 'for now') : null)
    asks(id)
    await inTurn('reservations', id)
    assert.deepEqual((await toldOf()).slice(before), [['inquiry.created', null]], kind)
    assert.equal(vendor.calls.filter((call) => call === `thread of ${id}`).length, 1)
    vendor.trouble = null
    await inTurn('conversations', `of-${id}`)
    assert.deepEqual(
      (await toldOf()).slice(before),
      [
        ['inquiry.created', null],
        ['inquiry.updated', await threadOf(id)],
      ],
      kind,
    )
  }
})

test('a new inquiry that is met while somebody waits is left to the engine, which reads its thread first', async () => {
  put(inquiry('q1', { receivedAt: '2026-06-15T12:00:30Z' }))
  put(stay('r1', { bookedAt: '2026-06-15T12:00:30Z' }))
  vendor.conversations.set('c1', {
    externalId: 'c1',
    platform: 'airbnb',
    listingExternalId: 'A',
    reservationExternalId: 'q1',
    lastMessageAt: '2026-06-15T12:02:00Z',
  })
  const { workspace } = world.app
  assert.ok(await readChanges(world.services, { workspaceId: workspace.id }, connection, 'api'))
  assert.deepEqual(
    (await ofRecords()).map(({ type }) => type),
    ['reservation.created'],
  )
  assert.ok(!vendor.calls.includes('thread of q1'))
  await world.pass(61)
  const [, created] = await ofRecords()
  assert.equal(created?.type, 'inquiry.created')
  assert.ok(created?.data.object?.['conversationId'])
})

test('listings: new, changed, gone', async () => {
  vendor.listings.set('B', listing('B', { city: 'Zadar' }))
  await world.pass(26 * 3600)
  vendor.listings.set('A', listing('A', { city: 'Split', currency: 'USD' }))
  await world.pass(26 * 3600)
  vendor.listings.delete('B')
  await world.pass(26 * 3600)
  const since = (await news()).filter(({ type }) => type.startsWith('listing.'))
  assert.deepEqual(
    since.map(({ type, data }) => [type, data.area ?? null, data.revision]),
    [
      ['listing.created', null, 1],
      ['listing.updated', 'content', 2],
      ['listing.deleted', null, 2],
    ],
  )
  assert.equal((since[0]?.data.object?.address as { city: string }).city, 'Zadar')
})

test('nothing is told about a listing that is switched off', async () => {
  put(stay('r1'))
  await world.pass(61)
  const [home] = await world.all<{ id: string }>('/v1/listings')
  await world.app.post('/v1/listings/status', { listingIds: [home?.id], active: false })
  told = (await all()).length
  put(stay('r1', { checkOut: '2026-07-06' }))
  put(stay('r2', { status: 'pending', pendingReason: 'host_approval' }))
  put(inquiry('q1', { receivedAt: '2026-06-15T12:00:30Z' }))
  vendor.listings.set('A', listing('A', { name: 'Renamed' }))
  await world.pass(26 * 3600)
  await inBatch(async (batch) => {
    await readNights(batch, [night('2026-07-01')])
    await applyReviews(batch, [review('v1')])
  })
  assert.deepEqual(await types(), [])
})

const readNights = async (batch: RecordBatch, days: CalendarDayRecord[]) =>
  applyCalendar(batch, 'A', days, {
    reading: await beginReading(batch.tx, batch.scope, batch.now),
    isWhole: true,
  })

const night = (date: string, more: Partial<CalendarDayRecord> = {}): CalendarDayRecord => ({
  date,
  available: true,
  price: '100',
  availableUnits: 1,
  ...more,
})

const review = (externalId: string, more: Partial<ReviewRecord> = {}): ReviewRecord => ({
  externalId,
  platform: 'airbnb',
  listingExternalId: 'A',
  reviewerRole: 'guest',
  rating: '4.5',
  submittedAt: '2026-06-14T10:00:00Z',
  ...more,
})

async function inBatch(work: (batch: RecordBatch) => Promise<unknown>): Promise<void> {
  const scope = { workspaceId: world.app.workspace.id }
  const { rows } = await sql<{ id: string }>`
    select id from accounts where workspace_id = ${scope.workspaceId}`.execute(world.app.db)
  await world.app.db.transaction().execute((tx) =>
    work({
      tx,
      scope,
      connection: {
        id: connection,
        provider: 'acme',
        accountId: rows[0]?.id ?? null,
        connectedAt: new Date('2026-06-15T12:00:00Z'),
        importing: false,
      },
      now: world.app.clock.now(),
      origin: 'test',
      runId: null,
    }),
  )
}

test('nights: what changed, and what kind of change it is', async () => {
  const steps: [CalendarDayRecord[], unknown][] = [
    [
      [night('2026-07-01'), night('2026-07-02'), night('2026-07-05')],
      ['2026-07-01', '2026-07-05', 3, true, false],
    ],
    [[night('2026-07-01'), night('2026-07-02')], null],
    [[night('2026-07-02', { price: '120.00' })], ['2026-07-02', '2026-07-02', 1, true, false]],
    [[night('2026-07-02', { price: '120', available: false })], ['2026-07-02', '2026-07-02', 1, false, true]],
    [[night('2026-07-05', { note: 'cleaner' })], null],
  ]
  for (const [days, expected] of steps) {
    told = (await all()).length
    await inBatch((batch) => readNights(batch, days))
    const [event] = await news()
    const data = event?.data as
      | {
          range: { start: string; end: string }
          affectedDates: number
          pricingChanged: boolean
          availabilityChanged: boolean
        }
      | undefined
    assert.deepEqual(
      data
        ? [
            data.range.start,
            data.range.end,
            data.affectedDates,
            data.pricingChanged,
            data.availabilityChanged,
          ]
        : null,
      expected,
    )
  }
})

test('nights: two readings at once tell what changed once', async () => {
  await inBatch((batch) => readNights(batch, [night('2026-07-09')]))
  told = (await all()).length
  const days = [night('2026-07-09', { price: '130.00' })]
  const [first, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const one = inBatch(async (batch) => {
    await readNights(batch, days)
    first.resolve()
    await mayCommit.promise
  })
  await first.promise
  const other = inBatch((batch) => readNights(batch, days))
  await until('the second to wait for the first', async () => {
    const { rows } = await sql`
      select from ${sessionsView()} where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.app.db,
    )
    return rows.length > 0
  })
  mayCommit.resolve()
  await Promise.all([one, other])
  assert.deepEqual(await types(), ['calendar.updated'])
})

test('reviews: new, then answered', async () => {
  await inBatch((batch) =>
    applyReviews(batch, [review('v1'), review('v2', { response: { body: 'Thank you', submittedAt: null } })]),
  )
  await inBatch((batch) =>
    applyReviews(batch, [
      review('v1', { response: { body: 'Thanks', submittedAt: '2026-06-15T11:00:00Z' } }),
    ]),
  )
  await inBatch((batch) =>
    applyReviews(batch, [review('v1', { response: { body: 'Thanks!', submittedAt: null } })]),
  )
  const since = await news()
  assert.deepEqual(
    since.map(({ type, data }) => [type, data.object?.rating, data.respondedAt ?? null]),
    [
      ['review.created', 4.5, null],
      ['review.created', 4.5, null],
      ['review.responded', 4.5, null],
      ['review.responded', 4.5, '2026-06-15T11:00:00.000Z'],
    ],
  )
})
