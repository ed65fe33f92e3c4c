/** Offers by the routes of Airbnb, and what becomes of inquiry and offer once the guest takes one. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { TestAnswer } from '../harness/app.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { assertHindered } from './airbnb-refusals.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

type Row = Record<string, unknown>

/** A question that was just asked: our thread, and Airbnb's. */
async function asked(): Promise<{ thread_id: string; there: Row }> {
  const { id } = await world.there<{ id: string }>('/reservations', { inquiry: true })
  await world.readAgain()
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where workspace_id = ${world.app.workspace.id} and external_id = ${id}`.execute(world.app.db)
  const there = world.state('conversations').find((row) => row['id_str'] === id)
  return { thread_id: rows[0]?.id ?? assert.fail('the thread was not read'), there: there ?? {} }
}

const detailsOf = (there: Row) => (there['attachment'] as { booking_details: Row }).booking_details
const offersOf = ({ there }: { there: Row }) =>
  world.state('offers').filter((row) => row['thread_id'] === there['id_str'])
const terms = ({ thread_id, there }: { thread_id: string; there: Row }, more: object = {}) => ({
  ...{ type: 'offer', thread_id, listing_id: String(detailsOf(there)['listing_id']) },
  ...{ start_date: world.slot().checkIn, nights: 3, total_price: 480.5 },
  guest_details: { number_of_guests: 3, number_of_children: 1 },
  ...more,
})
const make = (body: object, key?: string) => world.send('POST', `${base}/offers`, body, key)
const at = (id: unknown) => `${base}/offers?offerId=${String(id)}`
const inquiryOf = async (thread: string): Promise<Row> => {
  const rows = rowsOf(await world.app.get(`/v1/inquiries?status=all&conversation_id=${thread}`))
  return rows[0] ?? assert.fail('no inquiry')
}

test('an offer is made once, read as Airbnb has it, and taken back', async () => {
  const question = await asked()
  const rehearsed = await world.send('POST', `${base}/offers?dry_run=true`, terms(question))
  assert.deepEqual(
    [rehearsed.status, rehearsed.body['status'], rehearsed.body['dryRun'], rehearsed.body['id']],
    [200, 'active', true, null],
    rehearsed.text,
  )
  assert.deepEqual(offersOf(question), [])
  const body = terms(question)
  const made = await make(body, 'offer-1')
  assert.equal(made.status, 201, made.text)
  assert.equal((await make(body, 'offer-1')).text, made.text)
  const { id } = made.body as unknown as { id: string }
  assert.deepEqual(
    offersOf(question).map(({ nights, adults, children, total_price }) => [
      nights,
      adults,
      children,
      total_price,
    ]),
    [[3, 2, 1, 480.5]],
  )
  assert.deepEqual(
    ['threadId', 'offerType', 'status', 'startDate', 'nights', 'totalPrice'].map((name) => made.body[name]),
    [question.thread_id, 'special_offer', 'active', body.start_date, 3, 480.5],
  )
  const read = await world.app.get(at(id))
  assert.deepEqual([read.status, read.body], [200, made.body], read.text)
  // A second one takes its place.
  const second = await make(terms(question))
  assert.equal(second.status, 201, second.text)
  assert.equal((await world.app.get(at(id))).body['status'], 'voided')
  const stored = await world.app.get(`/v1/conversations/${question.thread_id}/special-offers/${id}`)
  assert.equal(stored.body['status'], 'withdrawn')
  const gone = await world.send('DELETE', at(second.body['id']))
  assert.deepEqual([gone.status, gone.body['status'], gone.body['nights']], [200, 'voided', 3], gone.text)
  assert.equal((await world.send('DELETE', at(second.body['id']))).text, gone.text)
  assert.deepEqual(
    offersOf(question).map(({ status }) => status),
    ['replaced', 'withdrawn'],
  )
})

test('an inquiry is pre-approved by the other spelling, and not twice', async () => {
  const question = await asked()
  const { thread_id: threadId } = question
  const body = { type: 'preapproval', threadId, blockInstantBooking: true }
  const approved = await make(body)
  assert.equal(approved.status, 201, approved.text)
  assert.deepEqual(
    ['id', 'threadId', 'offerType', 'status'].map((name) => approved.body[name]),
    [null, threadId, 'preapproval', 'active'],
  )
  assert.equal((await inquiryOf(threadId))['status'], 'pre_approved')
  errorOf(await make(body), 409, 'inquiry_no_longer_open')
  errorOf(await make({ ...body, thread_id: threadId }), 400, 'invalid_body')
  errorOf(await make({ ...body, nights: 2 }), 400, 'invalid_body')
  errorOf(await make({ type: 'preapproval' }), 400, 'invalid_body')
  assert.equal(offersOf(question)[0]?.['block_instant_booking'], true)
})

test('an offer that the guest takes closes the inquiry and itself with the booking, before anything else is read', async () => {
  const question = await asked()
  const made = await make(terms(question))
  assert.equal(made.status, 201, made.text)
  const { outcome, reservation } = await world.there<{ outcome: string; reservation: Row }>(
    `/offers/${String(offersOf(question)[0]?.['id'])}/accept`,
  )
  assert.equal(outcome, 'booked')
  // Threads tell nothing while this stands: what closes it is the booking.
  world.simulator.faults.add({ kind: '500', count: 500, path: '/v2/threads/*' })
  world.simulator.faults.add({ kind: '500', count: 500, path: '/v2/threads' })
  await world.readAgain()
  const inquiry = await inquiryOf(question.thread_id)
  const code = String(reservation['confirmation_code'])
  const booking = dataOf(await world.app.get(`${base}/reservations/${code}`))
  assert.deepEqual([inquiry['status'], inquiry['reservationId']], ['booked', booking['id']])
  const path = `/v1/conversations/${question.thread_id}/special-offers/${String(made.body['id'])}`
  assert.equal((await world.app.get(path)).body['status'], 'accepted')
  assert.equal((await world.app.get(at(made.body['id']))).body['status'], 'accepted')
  const { rows } = await sql<{ data: Row }>`
    select data::jsonb as data from events
    where workspace_id = ${world.app.workspace.id} and type = 'inquiry.updated'
      and data::jsonb -> 'object' ->> 'id' = ${String(inquiry['id'])}
    order by sequence desc limit 1`.execute(world.app.db)
  const last = rows[0]?.data as { object: Row; previousAttributes: Row } | undefined
  assert.deepEqual(
    [last?.object['status'], last?.previousAttributes['status']],
    ['booked', 'special_offer_sent'],
  )
  world.simulator.faults.clear()
  await world.readAgain()
  assert.equal((await inquiryOf(question.thread_id))['status'], 'booked')
  errorOf(await world.send('DELETE', at(made.body['id'])), 409, 'inquiry_no_longer_open')
  errorOf(await make(terms(question)), 409, 'inquiry_no_longer_open')
  errorOf(
    await make({ type: 'preapproval', thread_id: question.thread_id }),
    409,
    'conversation_already_booked',
  )
})

test('what an offer has to say, and what is not there', async () => {
  const question = await asked()
  errorOf(await make(terms(question, { nights: undefined })), 400, 'invalid_body')
  errorOf(await make(terms(question, { guest_details: { number_of_children: 1 } })), 400, 'invalid_body')
  errorOf(await make(terms(question, { listing_id: '1' })), 422, 'listing_not_on_airbnb')
  errorOf(await make(terms(question, { thread_id: '999999' })), 404, 'not_found')
  errorOf(await world.app.get(at('999999')), 404, 'not_found')
  const booked = await world.booked()
  const ofBooking = rowsOf(await world.app.get(`${base}/messaging?limit=100`))
  assert.ok(ofBooking.length > 0 && booked)
  await sql`update inquiries set conversation_id = null
    where workspace_id = ${world.app.workspace.id} and conversation_id = ${question.thread_id}`.execute(
    world.app.db,
  )
  errorOf(await make(terms(question)), 422, 'airbnb_link_missing')
  const late = await asked()
  await sql`update inquiries set lapses_at = now() - interval '1 day'
    where workspace_id = ${world.app.workspace.id} and conversation_id = ${late.thread_id}`.execute(
    world.app.db,
  )
  errorOf(await make(terms(late)), 409, 'inquiry_expired')
})

test('what stands in the way is said in the words of Airbnb', async () => {
  const question = await asked()
  const standing = await asked()
  const made = await make(terms(standing))
  assert.equal(made.status, 201, made.text)
  const calls: Record<'read' | 'send' | 'withdraw', () => Promise<TestAnswer>> = {
    read: () => world.app.get(at(made.body['id'])),
    send: () => make(terms(question)),
    withdraw: () => world.send('DELETE', at(made.body['id'])),
  }
  const listingIds = [made.body['listingId'], (await inquiryOf(question.thread_id))['listingId']]
  for (const operation of ['read', 'send', 'withdraw'] as const) {
    const call = calls[operation]
    await assertHindered(world, {
      ...{ call, operation, listingIds },
      path: '/v2/special_offers',
      operations: 'specialOffers',
    })
  }
})
