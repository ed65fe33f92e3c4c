/** Changes of bookings on Airbnb: asked for by either side, answered, and what becomes of the nights. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { TestAnswer } from '../harness/app.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { makerOf } from '../harness/fixtures.ts'
import { assertHindered } from './airbnb-refusals.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

type Row = Record<string, unknown>

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const list = async (query = '') => rowsOf(await world.app.get(`${base}/alterations${query}`))
const act = (id: unknown, action: string, key?: string) =>
  world.send('POST', `${base}/alterations/${String(id)}/${action}`, undefined, key)
const ask = (body: object, key?: string) => world.send('POST', `${base}/alterations`, body, key)
const stay = async (code: string) => dataOf(await world.app.get(`${base}/reservations/${code}`))
const day = (date: unknown, days: number) => String(Temporal.PlainDate.from(String(date)).add({ days }))

interface Told {
  type: string
  data: { object: Row; changes?: Row }
}
async function told(code: string): Promise<Told[]> {
  const { rows } = await sql<{ type: string; data: Told['data'] }>`
    select type, data::jsonb as data from events
    where workspace_id = ${world.app.workspace.id} and type like 'reservation.alteration.%'
      and data::jsonb -> 'object' ->> 'reservationId' = ${String((await stay(code))['id'])}
    order by sequence`.execute(world.app.db)
  return rows
}

/** A confirmed booking some way off, whose next night is free. */
async function booked(): Promise<{ code: string; booking: Row }> {
  const { checkIn, checkOut } = world.slot()
  const { id } = await world.there<{ id: string }>('/reservations', {
    start_date: checkIn,
    end_date: day(checkOut, -1),
    status_type: 'accept',
  })
  await world.readAgain()
  return { code: id, booking: await stay(id) }
}

/** What a guest asks for, read. */
async function askedByGuest(code: string, more: object): Promise<Row> {
  await world.there('/guests/change', { reservationId: code, ...more })
  await world.readAgain()
  const [row] = await list(`?reservation_code=${code}`)
  return row ?? assert.fail('the change was not read')
}

test('a guest asks for a night more: shown, told, accepted once, and the night is taken', async () => {
  const { code, booking } = await booked()
  const longer = day(booking['checkOut'], 1)
  const row = await askedByGuest(code, { departure: longer })
  assert.deepEqual(
    ['status', 'initiator', 'confirmationCode', 'reservationId', 'accountId', 'newListingId'].map(
      (name) => row[name],
    ),
    ['pending', 'guest', code, booking['id'], world.hostId, booking['listingId']],
  )
  assert.deepEqual(
    [row['originalCheckOut'], row['newCheckOut'], row['originalGuestCount']],
    [booking['checkOut'], longer, booking['guestCount']],
  )
  assert.deepEqual(await list(`?reservation_code=${code}&account_id=${world.hostId}`), [row])
  errorOf(await world.app.get(`${base}/alterations?account_id=1`), 404, 'not_found')
  assert.deepEqual(dataOf(await world.app.get(`${base}/alterations/${String(row['id'])}`)), row)
  const [created, ...more] = await told(code)
  assert.deepEqual([created?.type, more], ['reservation.alteration.created', []])
  assert.deepEqual(created?.data.changes?.['checkOut'], { from: booking['checkOut'], to: longer })
  errorOf(await act(row['id'], 'cancel'), 409, 'invalid_state')
  const rehearsed = await world.send('POST', `${base}/alterations/${String(row['id'])}/accept?dry_run=true`)
  assert.deepEqual(
    [rehearsed.status, rehearsed.body['dryRun'], rehearsed.body['status']],
    [200, true, 'accepted'],
  )
  assert.equal((await stay(code))['checkOut'], booking['checkOut'])

  world.simulator.faults.add({
    kind: 'lost_answer',
    count: 1,
    path: '/v2/reservation_alterations/*',
    method: 'PUT',
  })
  const accept = () => act(row['id'], 'accept', `accept-${code}`)
  const first = await accept()
  assert.deepEqual([first.status, first.body['status']], [200, 'accepted'], first.text)
  assert.equal((await accept()).text, first.text)
  assert.equal((await act(row['id'], 'accept')).body['status'], 'accepted')
  assert.equal((await stay(code))['checkOut'], longer)
  const night = await world.app.get(
    `/v1/availability/${String(booking['listingId'])}?from=${String(booking['checkOut'])}&to=${String(booking['checkOut'])}`,
  )
  assert.match(night.text, /"available":false/)
  await world.readAgain()
  assert.deepEqual(await list(`?reservation_code=${code}`), [])
  const [done] = await list(`?reservation_code=${code}&type=all`)
  assert.deepEqual([done?.['status'], done?.['originalCheckOut']], ['accepted', booking['checkOut']])
  assert.deepEqual(
    (await told(code)).map(({ type, data }) => [type, data.object['status']]),
    [
      ['reservation.alteration.created', 'pending'],
      ['reservation.alteration.responded', 'accepted'],
    ],
  )
  errorOf(await act(row['id'], 'decline'), 409, 'invalid_state')
})

test('a change to a night that somebody else holds here is not accepted, whatever Airbnb would say', async () => {
  const { code, booking } = await booked()
  const { checkOut, listingId } = booking
  const row = await askedByGuest(code, { departure: day(checkOut, 1) })
  const other = { check_in: String(checkOut), check_out: day(checkOut, 1) }
  const make = makerOf(world.app.db, world.app.scope)
  const id = await make.reservation(String(listingId), await make.guest(), other)
  for (const dry of ['?dry_run=true', '']) {
    const answer = await act(row['id'], `accept${dry}`)
    const refused = errorOf(answer, 422, 'reservation_not_modified')
    assert.deepEqual([refused['field'], refused['dates']], ['id', [checkOut]])
  }
  assert.equal((await stay(code))['checkOut'], checkOut)
  await sql`update reservations set status = 'cancelled' where id = ${id}`.execute(world.app.db)
  assert.equal((await act(row['id'], 'accept')).body['status'], 'accepted')
})

test('one that is declined changes nothing, and one that waits for money is open until it is paid', async () => {
  const { code, booking } = await booked()
  const row = await askedByGuest(code, { departure: day(booking['checkOut'], 1) })
  assert.equal((await act(row['id'], 'decline')).body['status'], 'declined')
  assert.equal((await stay(code))['checkOut'], booking['checkOut'])
  const later = await askedByGuest(code, { departure: day(booking['checkOut'], 1), paysLater: true })
  assert.equal((await act(later['id'], 'accept')).body['status'], 'pending')
  assert.equal((await stay(code))['checkOut'], booking['checkOut'])
  await world.there(`/alterations/${String(later['alterationId'])}/pay`)
  await world.readAgain()
  assert.equal((await stay(code))['checkOut'], day(booking['checkOut'], 1))
  assert.deepEqual(
    (await told(code)).map(({ type, data }) => `${type.split('.')[2]} ${String(data.object['status'])}`),
    ['created pending', 'responded declined', 'created pending', 'responded accepted'],
  )
})

test('one goes by its own id of Airbnb, too', async () => {
  const { code, booking } = await booked()
  const row = await askedByGuest(code, { departure: day(booking['checkOut'], 1) })
  assert.notEqual(row['alterationId'], row['id'])
  const found = await world.app.get(`${base}/alterations/${String(row['alterationId'])}`)
  assert.deepEqual(dataOf(found), row, found.text)
  const declined = await act(row['alterationId'], 'decline')
  assert.deepEqual([declined.body['id'], declined.body['status']], [row['id'], 'declined'], declined.text)
  errorOf(await act('99999999999', 'decline'), 404, 'not_found')
})

test('the host asks once though the answer is lost, takes it back, and the guest accepts another', async () => {
  const { code, booking } = await booked()
  const body = { confirmation_code: code, check_out: day(booking['checkOut'], 1), total_price: 700.5 }
  const { total_price: _, ...unpriced } = body
  const untold = await world.send('POST', `${base}/alterations?dry_run=true`, unpriced)
  assert.deepEqual([untold.status, untold.body['newTotalPrice']], [200, null], untold.text)
  const rehearsed = await world.send('POST', `${base}/alterations?dry_run=true`, body)
  assert.deepEqual([rehearsed.status, rehearsed.body['id'], rehearsed.body['dryRun']], [200, null, true])
  world.simulator.faults.add({
    kind: 'lost_answer',
    count: 1,
    path: '/v2/reservation_alterations',
    method: 'POST',
  })
  const made = await ask(body, `ask-${code}`)
  assert.deepEqual(
    [made.status, made.body['status'], made.body['initiator']],
    [201, 'pending', 'host'],
    made.text,
  )
  assert.equal((await ask(body, `ask-${code}`)).text, made.text)
  const there = () => world.state('alterations').filter((row) => row['confirmation_code'] === code)
  assert.equal(there().length, 1)
  errorOf(await act(made.body['id'], 'accept'), 409, 'invalid_state')
  await world.readAgain()
  assert.equal((await list(`?reservation_code=${code}`))[0]?.['id'], made.body['id'])
  assert.equal((await act(made.body['id'], 'cancel')).body['status'], 'canceled')
  // Older names, and more guests.
  const again = await ask({
    confirmation_code: code,
    end_date: body.check_out,
    guest_details: { number_of_adults: 1 },
  })
  assert.equal(again.status, 201, again.text)
  await world.there(`/alterations/${String(again.body['alterationId'])}/answer`, { accept: true })
  await world.readAgain()
  const changed = await stay(code)
  assert.deepEqual([changed['checkOut'], changed['guestCount']], [body.check_out, 1])
  assert.deepEqual(
    (await told(code)).map(({ type, data }) => `${type.split('.')[2]} ${String(data.object['status'])}`),
    ['created pending', 'responded cancelled', 'created pending', 'responded accepted'],
  )
})

test('a stay moves to another listing of the account, and to no other', async () => {
  const { code, booking } = await booked()
  const listings = rowsOf(await world.app.get('/v1/listings?limit=100'))
  const other = listings.find(({ id }) => id !== booking['listingId']) ?? assert.fail('one listing only')
  errorOf(await ask({ confirmation_code: code, airbnb_listing_id: '1' }), 422, 'listing_not_on_airbnb')
  errorOf(
    await ask({ confirmation_code: code, listing_id: Number(other['id']), airbnb_listing_id: '1' }),
    400,
    'invalid_body',
  )
  const asked = await ask({ confirmation_code: code, listing_id: Number(other['id']) })
  if (asked.status === 201) {
    assert.equal(asked.body['newListingId'], other['id'])
    await world.there(`/alterations/${String(asked.body['alterationId'])}/answer`, { accept: true })
    await world.readAgain()
    assert.equal((await stay(code))['listingId'], other['id'])
  } else errorOf(asked, 422, 'airbnb_rejected')
})

test('what is not there, and what cannot be asked for', async () => {
  const { code, booking } = await booked()
  errorOf(await ask({ confirmation_code: 'HMZZZZZZZ9', check_out: '2027-01-01' }), 404, 'not_found')
  errorOf(await ask({ confirmation_code: code }), 400, 'invalid_body')
  errorOf(await ask({ confirmation_code: code, check_out: booking['checkIn'] }), 400, 'invalid_body')
  errorOf(
    await ask({ confirmation_code: code, check_out: '2027-01-01', end_date: '2027-01-02' }),
    400,
    'invalid_body',
  )
  const off = await world.booked('cancelled_by_guest')
  errorOf(await ask({ confirmation_code: off, number_of_guests: 1 }), 409, 'invalid_state')
  // Answered there meanwhile.
  const row = await askedByGuest(code, { departure: day(booking['checkOut'], 1) })
  for (const held of world.state('alterations'))
    if (held['id'] === row['alterationId']) Object.assign(held, { status: 'VOID' })
  errorOf(await act(row['id'], 'accept'), 409, 'invalid_state')
})

test('what stands in the way is said in the words of Airbnb', async () => {
  const { code, booking } = await booked()
  const byGuest = await askedByGuest(code, { departure: day(booking['checkOut'], 1) })
  const other = await booked()
  const third = await booked()
  const byHost = await ask({ confirmation_code: other.code, total_price: 900 })
  assert.equal(byHost.status, 201, byHost.text)
  const calls: Record<string, () => Promise<TestAnswer>> = {
    request: () => ask({ confirmation_code: third.code, total_price: 901 }),
    accept: () => act(byGuest['id'], 'accept'),
    decline: () => act(byGuest['id'], 'decline'),
    cancel: () => act(byHost.body['id'], 'cancel'),
  }
  const policy = (api: boolean) =>
    sql`update connections set write_policy = jsonb_build_object('reservations', jsonb_build_object('api', ${api}::boolean))
        where id = ${world.connectionId}`.execute(world.app.db)
  const listingIds = [booking, other.booking, third.booking].map(({ listingId }) => listingId)
  for (const [name, call] of Object.entries(calls)) {
    await assertHindered(world, {
      call,
      path: '/v2/reservation_alterations',
      operations: 'alterations',
      operation: name === 'request' ? 'request' : 'answer',
      listingIds,
    })
    await policy(false)
    errorOf(await call(), 409, 'pms_writes_off')
    await policy(true)
  }
})
