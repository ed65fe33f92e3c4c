/** What a host does with bookings at Vrbo, by real routes: moved as it was shown, called off for its reasons, money given back, each once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startVrboWorld, type VrboRow, type VrboWorld } from './vrbo-world.ts'

let world: VrboWorld
before(async () => {
  world = await startVrboWorld(4)
})
after(() => world?.close())
beforeEach(() => world.simulator.faults.clear())

const day = (date: unknown, days: number) => String(Temporal.PlainDate.from(String(date)).add({ days }))
const at = (id: unknown, action: string) => `/v1/channels/vrbo/reservations/${String(id)}/${action}`
const send = (id: unknown, action: string, body: object, key?: string) =>
  world.send('POST', at(id, action), body, key)
const shown = async (id: unknown) => (await world.app.get(`/v1/reservations/${String(id)}`)).body as VrboRow
const there = (code: unknown) =>
  (world.simulator.operations.state(new Set())['reservations'] as VrboRow[]).find(
    (row) => row['referenceNumber'] === code,
  )
/** Nothing is asked of Vrbo beside the request. */
const alone = async (work: () => Promise<void>) => {
  await world.pause()
  try {
    await work()
  } finally {
    world.simulator.faults.clear()
    await world.resume()
  }
}
const lose = (kind: string, count = 1) =>
  world.simulator.faults.add({ kind, count, path: '/supply/lodging/graphql', method: 'POST' })

/** So many days ahead that nothing else is near. */
let ahead = 300
const booked = async () => {
  const arrival = day(world.app.clock.now().toISOString().slice(0, 10), (ahead += 12))
  const stay = { checkInDate: arrival, checkOutDate: day(arrival, 4), status: 'BOOKED' }
  return world.booked(stay)
}
const preview = async (id: unknown, body: object) => {
  const answer = await send(id, 'change/preview', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as VrboRow
}

test('a booking is moved as it was shown, once, and is here as it is there', async () => {
  const { here } = await booked()
  const { id, checkIn, checkOut } = here
  const wish = { checkIn, checkOut: day(checkOut, 1), guests: { adults: 2, children: 1 } }
  const seen = await preview(id, wish)
  assert.notEqual(seen['totalAfter'], seen['totalBefore'])
  assert.equal((await shown(id))['checkOut'], checkOut, 'a preview changes nothing')
  const body = { previewToken: seen['previewToken'], description: 'A night more.' }
  const dry = await send(id, 'change?dry_run=true', body)
  assert.deepEqual([dry.status, dry.body['checkOut'], dry.body['dryRun']], [200, wish.checkOut, true])
  assert.equal((await shown(id))['checkOut'], checkOut)
  const done = await send(id, 'change', body, 'move')
  assert.deepEqual([done.status, done.body['checkOut']], [200, wish.checkOut], done.text)
  assert.equal((await send(id, 'change', body, 'move')).text, done.text)
  const now = await shown(id)
  assert.deepEqual([now['checkOut'], now['totalPrice']], [wish.checkOut, seen['totalAfter']])
  // Vrbo takes what it showed once.
  errorOf(await send(id, 'change', body), 422, 'channel_rejected')
})

test('a change whose answer was lost is found by what the booking became, and not made again', async () => {
  const { here } = await booked()
  const { id, checkIn, checkOut } = here
  const longer = day(checkOut, 1)
  const seen = await preview(id, { checkIn, checkOut: longer })
  const body = { previewToken: seen['previewToken'], description: 'A night more.' }
  await alone(async () => {
    lose('lost_answer')
    const first = await send(id, 'change', body, 'lost move')
    assert.deepEqual([first.status, first.body['checkOut']], [200, longer], first.text)
    assert.equal((await send(id, 'change', body, 'lost move')).text, first.text)
  })
  assert.equal(there(here['confirmationCode'])?.['checkOutDate'], longer)
})

test('a change that was not shown here, for another booking or too long ago, is refused', async () => {
  const [one, other] = [(await booked()).here, (await booked()).here]
  const seen = await preview(one['id'], { guests: { adults: 2, children: 1, pets: 1 } })
  const body = { previewToken: String(seen['previewToken']), description: 'One more.' }
  assert.equal(errorOf(await send(other['id'], 'change', body), 400, 'invalid_body')['field'], 'previewToken')
  const forged = { ...body, previewToken: `${body.previewToken.slice(0, -2)}xx` }
  errorOf(await send(one['id'], 'change', forged), 400, 'invalid_body')
  const { liveKey } = await world.app.addWorkspace()
  const foreign = await world.app.call('POST', at(one['id'], 'change'), { key: liveKey, body })
  errorOf(foreign, 404, 'not_found')
  world.wait(16 * 60)
  const late = errorOf(await send(one['id'], 'change', body), 409, 'invalid_state')
  assert.equal(late['currentStatus'], 'expired')
  for (const [wish, field] of [
    [{ checkIn: '2027-01-01' }, 'checkOut'],
    [{ checkIn: '2027-01-03', checkOut: '2027-01-03' }, 'checkOut'],
  ] as const)
    assert.equal(errorOf(await send(one['id'], 'change/preview', wish), 400, 'invalid_body')['field'], field)
})

test('a booking is called off at Vrbo for one of its reasons, by its own route and by that of every booking', async () => {
  const [one, other] = [(await booked()).here, (await booked()).here]
  errorOf(await send(one['id'], 'cancel', { reason: 'rain' }), 400, 'invalid_body')
  const unfit = { reason: 'payment_not_received', guestReason: 'other' }
  assert.equal(errorOf(await send(one['id'], 'cancel', unfit), 400, 'invalid_body')['field'], 'guestReason')
  const why = { reason: 'guest_requested_cancel', guestReason: 'change_of_plans' }
  const dry = await send(one['id'], 'cancel?dry_run=true', why)
  assert.deepEqual([dry.status, dry.body['dryRun']], [200, true])
  assert.equal((await shown(one['id']))['status'], 'confirmed')
  await alone(async () => {
    lose('lost_answer')
    const done = await send(one['id'], 'cancel', why, 'off')
    assert.deepEqual([done.status, done.body['status']], [200, 'cancelled'], done.text)
    assert.equal((await send(one['id'], 'cancel', why, 'off')).text, done.text)
  })
  assert.deepEqual(
    [there(one['confirmationCode'])?.['status'], there(one['confirmationCode'])?.['cancellationReason']],
    ['CANCELLED_BY_OWNER', 'GUEST_REQUESTED_CANCEL'],
  )
  const again = await send(one['id'], 'cancel', why)
  assert.equal(again.body['alreadyCancelled'], true, again.text)

  const path = `/v1/reservations/${String(other['id'])}/cancel`
  for (const body of [{}, { reason: 'We are full.' }]) {
    const refused = errorOf(await world.send('POST', path, body), 400, 'invalid_body')
    assert.ok((refused['valid_values'] as string[]).includes('extenuating_circumstance'))
  }
  const done = await world.send('POST', path, { reason: 'extenuating_circumstance' })
  assert.equal(done.status, 200, done.text)
  assert.equal(there(other['confirmationCode'])?.['status'], 'CANCELLED_BY_OWNER')
  assert.equal((await shown(other['id']))['status'], 'cancelled')
})

test('money is given back in the currency of the booking, and never twice under one key', async () => {
  const { here, there: booking } = await booked()
  const { id, currency, confirmationCode } = here
  const body = { amount: '12.30', currency, reason: 'No hot water.' }
  const refunded = () => there(confirmationCode)?.['refunded']
  const wrong = errorOf(await send(id, 'refund', { ...body, currency: 'NZD' }), 400, 'invalid_body')
  assert.deepEqual([wrong['field'], wrong['valid_values']], ['currency', [currency]])
  errorOf(await send(id, 'refund', { ...body, amount: '0.00' }), 400, 'invalid_body')
  const dry = await send(id, 'refund?dry_run=true', body)
  assert.deepEqual([dry.body['refunded'], dry.body['refundedAt'], dry.body['dryRun']], ['12.30', null, true])
  assert.equal(refunded(), booking['refunded'])
  const done = await send(id, 'refund', body, 'back')
  assert.equal(done.status, 200, done.text)
  assert.equal((await send(id, 'refund', body, 'back')).text, done.text)
  assert.equal(refunded(), 12.3)
  errorOf(await send(id, 'refund', { ...body, amount: '999999' }), 422, 'channel_rejected')
  await alone(async () => {
    lose('lost_answer')
    for (const _ of [1, 2])
      errorOf(
        await send(id, 'refund', { ...body, amount: '1.00' }, 'lost back'),
        503,
        'channel_action_unavailable',
      )
  })
  assert.equal(refunded(), 13.3, 'given back once, although the request was repeated')
})

test('requests are answered and inquiries pre-approved in the account at Vrbo, and these routes say so', async () => {
  const { here } = await world.booked({ status: 'UNCONFIRMED' })
  assert.equal(here['status'], 'pending')
  const path = `/v1/reservations/${String(here['id'])}`
  errorOf(await world.send('POST', `${path}/accept`), 422, 'channel_not_supported')
  errorOf(
    await world.send('POST', `${path}/decline`, { reason: 'other', message: 'Sorry.' }),
    422,
    'channel_not_supported',
  )
  errorOf(await send(here['id'], 'change/preview', { guests: { adults: 1 } }), 409, 'invalid_state')
  const refund = { amount: '1.00', currency: here['currency'], reason: 'Nothing was paid.' }
  errorOf(await send(here['id'], 'refund', refund), 409, 'invalid_state')
})

test('what stands in the way of each call is said in one way', async () => {
  const { here } = await booked()
  const { id, currency } = here
  const seen = await preview(id, { guests: { adults: 1, children: 2 } })
  const calls: [action: string, body: object][] = [
    ['change/preview', { guests: { adults: 2 } }],
    ['change', { previewToken: seen['previewToken'], description: 'One more.' }],
    ['refund', { amount: '1.00', currency, reason: 'Sorry.' }],
    ['cancel', { reason: 'extenuating_circumstance' }],
  ]
  const each = async (status: number, code: string) => {
    for (const [action, body] of calls) errorOf(await send(id, action, body), status, code)
  }
  const { services } = world.app
  const joined = services.connectors
  const { bookingChanges, hostCancellations, ...rest } = world.connector.operations
  assert.ok(bookingChanges && hostCancellations)
  const withOperations = async (operations: object, work: () => Promise<unknown>) => {
    services.connectors = { vrbo: { ...world.connector, operations: { ...rest, ...operations } } }
    await work().finally(() => (services.connectors = joined))
  }
  await world.pause()
  await withOperations({}, () => each(422, 'channel_not_supported'))
  const failing = (error: VendorError) => {
    const fail = () => Promise.reject(error)
    return {
      bookingChanges: { preview: fail, execute: fail, refund: fail },
      hostCancellations: { ...hostCancellations, cancel: fail },
    }
  }
  await withOperations(failing(new VendorError('rejected', 'No.')), () => each(422, 'channel_rejected'))
  await withOperations(failing(new VendorError('rate_limited', 'Too many.')), async () => {
    for (const [action, body] of calls) {
      const error = errorOf(await send(id, action, body), 429, 'rate_limit_exceeded')
      assert.ok(Number(error['retry_after']) > 0)
    }
  })
  const set = (status: string) =>
    sql`update connections set status = ${status} where id = ${world.connectionId}`.execute(world.app.db)
  await set('error')
  await each(403, 'connection_reauth_required')
  await set('inactive')
  await each(409, 'no_connection')
  await set('active')
  const policy = (api: boolean) =>
    world.send('PATCH', '/v1/connect/vrbo/write-policy', { reservations: { api } })
  assert.equal((await policy(false)).status, 200)
  await each(409, 'pms_writes_off')
  assert.equal((await policy(true)).status, 200)
  const setActive = async (active: boolean) => {
    const body = { listingIds: [here['listingId']], active }
    assert.equal((await world.send('POST', '/v1/listings/status', body)).status, 200)
  }
  await setActive(false)
  await each(403, 'listing_inactive')
  await setActive(true)
  await world.resume()
  // A stay that is over is neither moved nor called off.
  await sql`
    update reservations set check_in = '2024-01-01', check_out = '2024-01-03', completes_at = '2024-01-04'
    where id = ${String(id)}`.execute(world.app.db)
  for (const [action, body] of calls.filter(([name]) => name !== 'refund'))
    errorOf(await send(id, action, body), 409, 'invalid_state')
})
