/** Inquiries on Airbnb are answered by the routes of every channel: pre-approved, offered to, and offers taken back. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { StayRecord } from '../../src/contract/records.ts'
import { storeStays } from '../../src/features/sync/written/store-written.ts'
import { connectionAccess } from '../../src/upstream/access.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { dayAfter } from '../bookings/vendor-world.ts'
import { rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

/** A question that was just asked: the conversation, and Airbnb's thread. */
async function asked(): Promise<{ conversation: string; thread: string }> {
  const { id: thread } = await world.there<{ id: string }>('/reservations', { inquiry: true })
  await world.readAgain()
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where workspace_id = ${world.app.workspace.id} and external_id = ${thread}`.execute(world.app.db)
  return { conversation: rows[0]?.id ?? assert.fail('the thread was not read'), thread }
}

const at = (conversation: string, rest = '') => `/v1/conversations/${conversation}${rest}`
const offersOf = (thread: string) => world.state('offers').filter((row) => row['thread_id'] === thread)
async function statusOf(conversation: string): Promise<string> {
  const rows = rowsOf(await world.app.get(`/v1/inquiries?status=all&conversation_id=${conversation}`))
  return String(rows[0]?.['status'])
}
const capabilities = async (conversation: string) =>
  (await world.app.get(at(conversation))).body['capabilities'] as unknown as Record<string, unknown>

test('an inquiry is pre-approved once, and stays so although Airbnb shows it like an offer', async () => {
  const { conversation, thread } = await asked()
  assert.equal(await statusOf(conversation), 'open')
  const { canPreApprove, canSendOffer, offerPrice } = await capabilities(conversation)
  assert.deepEqual([canPreApprove, canSendOffer, offerPrice], [true, true, 'total'])
  world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/special_offers', method: 'POST' })
  const approve = () => world.send('POST', at(conversation, '/pre-approval'), {}, 'approve-1')
  const first = await approve()
  assert.equal(first.status, 201, first.text)
  assert.equal((await approve()).text, first.text)
  assert.deepEqual(
    offersOf(thread).map(({ type, status }) => [type, status]),
    [['preapproval', 'pending']],
  )
  assert.equal(await statusOf(conversation), 'pre_approved')
  await world.readAgain()
  assert.equal(await statusOf(conversation), 'pre_approved')
  errorOf(await world.send('POST', at(conversation, '/pre-approval'), {}), 409, 'inquiry_no_longer_open')
})

const terms = (from: string, to: string) => ({
  checkIn: from,
  checkOut: to,
  guests: { adults: 2, children: 1 },
  totalPrice: 480.5,
})

test('a special offer is made once, though its answer is lost, and taken back', async () => {
  const { conversation, thread } = await asked()
  const { checkIn, checkOut } = world.slot()
  world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/special_offers', method: 'POST' })
  const send = () =>
    world.send('POST', at(conversation, '/special-offers'), terms(checkIn, checkOut), 'offer-1')
  const made = await send()
  assert.equal(made.status, 201, made.text)
  assert.equal((await send()).text, made.text)
  const [offer, ...others] = offersOf(thread)
  assert.deepEqual(others, [])
  assert.deepEqual(
    ['type', 'start_date', 'nights', 'adults', 'children', 'total_price', 'status'].map(
      (name) => offer?.[name],
    ),
    ['special_offer', checkIn, 4, 2, 1, 480.5, 'pending'],
  )
  assert.equal(typeof made.body['expiresAt'], 'string')
  assert.equal(await statusOf(conversation), 'special_offer_sent')
  await world.readAgain()
  assert.equal(await statusOf(conversation), 'special_offer_sent')
  const path = at(conversation, `/special-offers/${String(made.body['id'])}`)
  assert.equal((await world.app.get(path)).body['status'], 'active')
  assert.equal((await capabilities(conversation))['canWithdraw'], true)
  assert.equal((await world.send('DELETE', path)).status, 200)
  assert.equal(offersOf(thread)[0]?.['status'], 'withdrawn')
  await world.readAgain()
  assert.equal(await statusOf(conversation), 'open')
})

test('nights that somebody has are not offered', async () => {
  const { conversation } = await asked()
  const { rows } = await sql<{ id: string; from: string; to: string }>`
    select r.listing_id as id, r.check_in as from, r.check_out as to from reservations r
    join conversations c on c.workspace_id = r.workspace_id and c.id = ${conversation} and c.listing_id = r.listing_id
    where r.workspace_id = ${world.app.workspace.id} and r.status = 'confirmed' and r.check_in > ${world.app.clock.now()}::date + 1
    limit 1`.execute(world.app.db)
  const sold = rows[0] ?? assert.fail('nothing is booked there')
  const offered = await world.send(
    'POST',
    at(conversation, '/special-offers?dry_run=true'),
    terms(sold.from, sold.to),
  )
  const error = errorOf(offered, 400, 'invalid_body')
  assert.deepEqual([error['field'], error['reason']], ['checkIn', 'nights_taken'])
  assert.ok((error['dates'] as string[]).includes(sold.from))
})

test('a guest who has the nights is said to have booked, and not that somebody has them', async () => {
  const { rows } = await sql<{ id: string; from: string; to: string }>`
    select c.id, r.check_in as from, r.check_out as to from conversations c
    join reservations r on r.workspace_id = c.workspace_id and r.id = c.reservation_id
    where c.workspace_id = ${world.app.workspace.id} and r.status = 'confirmed' and r.check_in > ${world.app.clock.now()}::date + 1
    limit 1`.execute(world.app.db)
  const booked = rows[0] ?? assert.fail('no thread is about a booking')
  const path = at(booked.id, '/special-offers?dry_run=true')
  errorOf(await world.send('POST', path, terms(booked.from, booked.to)), 409, 'inquiry_no_longer_open')
})

test('a provider that uses the id of an offer again means the newer one', async () => {
  const { services } = world.app
  const known = services.connectors
  const airbnb = known['airbnb'] ?? assert.fail('no Airbnb')
  const specialOffers = airbnb.operations.specialOffers ?? assert.fail('no offers')
  const send = async () => ({ externalId: '4711', expiresAt: null })
  const operations = { ...airbnb.operations, specialOffers: { ...specialOffers, send } }
  services.connectors = { ...known, airbnb: { ...airbnb, operations } }
  try {
    const made: unknown[] = []
    for (const _ of [1, 2]) {
      const { conversation } = await asked()
      const { checkIn, checkOut } = world.slot()
      const answer = await world.send('POST', at(conversation, '/special-offers'), terms(checkIn, checkOut))
      assert.equal(answer.status, 201, answer.text)
      made.push(answer.body['id'])
      const read = await world.app.get(at(conversation, `/special-offers/${String(answer.body['id'])}`))
      assert.equal(read.body['conversationId'], conversation, read.text)
    }
    assert.equal(new Set(made).size, 2)
  } finally {
    services.connectors = known
  }
})

test('an inquiry is booked at once, whichever of the two is read first, and a new question stays open', async () => {
  const { db } = world.app
  const access = await connectionAccess(world.app.services, world.app.scope, world.connectionId)
  assert.ok(access)
  const known = await world.one(await world.booked())
  const hourAgo = new Date(world.app.clock.now().getTime() - 3_600_000).toISOString()
  const read = (record: StayRecord) =>
    db.transaction().execute((tx) => storeStays(tx, access, [record], 'test'))
  const shown = async (thread: string) => {
    const { rows } = await sql<{ id: string; reservation: string }>`
      select i.id, r.external_id as reservation from inquiries i
      left join reservations r on r.workspace_id = i.workspace_id and r.id = i.reservation_id
      where i.external_id = ${thread}`.execute(db)
    const all = rowsOf(await world.app.get('/v1/inquiries?status=all&limit=100'))
    assert.ok(all.length > 0 && all.every(({ relayedBy }) => relayedBy === null))
    const told = await sql<{ type: string; data: string }>`
      select type, data from events where type like 'inquiry.%' and object_id = ${rows[0]?.id ?? null}
      order by sequence desc limit 1`.execute(db)
    const { object } = JSON.parse(told.rows[0]?.data ?? '{}') as { object?: { status: string } }
    const status = all.find(({ id }) => id === rows[0]?.id)?.['status']
    return [status, rows[0]?.reservation ?? null, object?.status]
  }
  for (const [place, order] of (['question first', 'booking first', 'other nights'] as const).entries()) {
    const { checkIn, checkOut } = world.slot()
    const [thread, code] = [`77000${place}`, `HMORDER00${place}`]
    const booking: StayRecord = {
      ...{ ...known, alterations: [], externalId: code, confirmationCode: code, inquiryExternalId: thread },
      ...{ checkIn, checkOut, bookedAt: hourAgo },
    }
    const isOther = order === 'other nights'
    const question: StayRecord = {
      ...{
        kind: 'inquiry',
        externalId: thread,
        listingExternalId: known.listingExternalId,
        channel: 'airbnb',
      },
      ...{ status: 'open', checkIn, checkOut: isOther ? dayAfter(checkOut, 1) : checkOut },
      ...{ sourceStatus: 'Inquiry active', receivedAt: world.app.clock.now().toISOString() },
    }
    if (order === 'question first') {
      await read(question)
      assert.deepEqual(await shown(thread), ['open', null, 'open'])
      await read({ ...booking, bookedAt: world.app.clock.now().toISOString() })
    } else {
      await read(booking)
      await read(question)
    }
    assert.deepEqual(
      await shown(thread),
      isOther ? ['open', null, 'open'] : ['booked', code, 'booked'],
      order,
    )
    // Read once more as it was, it is the same.
    await read({ ...question, sourceStatus: 'Inquiry active again' })
    assert.equal((await shown(thread))[0], isOther ? 'open' : 'booked')
  }
})

test('one that the guest took cannot be taken back', async () => {
  const { conversation, thread } = await asked()
  const { checkIn, checkOut } = world.slot()
  const made = await world.send('POST', at(conversation, '/special-offers'), terms(checkIn, checkOut))
  assert.equal(made.status, 201, made.text)
  await world.there(`/offers/${String(offersOf(thread)[0]?.['id'])}/accept`)
  const path = at(conversation, `/special-offers/${String(made.body['id'])}`)
  errorOf(await world.send('DELETE', path), 409, 'inquiry_no_longer_open')
})

test('a question is read although Airbnb’s clock is a minute behind', async () => {
  world.app.clock.advance(60_000)
  await world.readAgain()
  const { conversation } = await asked()
  assert.equal(await statusOf(conversation), 'open')
})
