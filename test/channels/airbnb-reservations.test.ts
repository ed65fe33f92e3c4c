/** Airbnb's accounts and bookings, read and acted on in its own words. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { airbnb } from '../../src/connectors/airbnb/index.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { joinPartner } from '../../src/connector-kit/partnership.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const at = (code: string) => `${base}/reservations/${code}`
const act = (code: string, body: object, key?: string) => world.send('POST', at(code), body, key)
const there = (code: string) =>
  world.state('reservations').find((row) => row['confirmation_code'] === code)?.['status_type']
const setStatus = (status: string, reason: string | null = null) =>
  sql`update connections set status = ${status}, action_reason = ${reason} where id = ${world.connectionId}`.execute(
    world.app.db,
  )

test('the connection tells of its hosts, and how to bring them back', async () => {
  const shown = dataOf(await world.app.get(`${base}/connection`))
  assert.deepEqual([shown['status'], shown['hostCount'], 'fixUrl' in shown], ['connected', 1, false])
  await setStatus('error', 'reauth_required')
  try {
    const cut = dataOf(await world.app.get(`${base}/connection`))
    assert.equal(cut['status'], 'disconnected')
    assert.match(String(cut['fixUrl']), /\/v1\/connect\/resume\?t=/)
    const [host] = cut['hosts'] as Record<string, unknown>[]
    assert.deepEqual(
      [host?.['isConnected'], host?.['lastDisconnectReason']],
      [false, 'token_refresh_rejected'],
    )
    errorOf(
      await act(await anyCode(), { action: 'cancel', reason: 'other' }),
      403,
      'connection_reauth_required',
    )
  } finally {
    await setStatus('active')
  }
  const { liveKey } = await world.app.addWorkspace()
  const none = dataOf(await world.app.get(`${base}/connection`, { key: liveKey }))
  assert.deepEqual(none, { status: 'never_connected', hostCount: 0, hosts: [] })
})

const anyCode = async () => {
  const [first] = rowsOf(await world.app.get(`${base}/reservations?status=accepted&limit=1`))
  return String(first?.['confirmationCode'])
}

test('bookings are listed in the words of Airbnb, by each of its filters', async () => {
  const list = await world.app.get(`${base}/reservations?limit=100`)
  const rows = rowsOf(list)
  assert.equal(list.body['pagination']?.['total'], rows.length)
  assert.equal(list.body['dataFreshness']?.['stale'], false)
  assert.ok(rows.every((row) => row['accountId'] === world.hostId))
  const words: Record<string, string[]> = {
    accepted: ['accept'],
    completed: ['accept'],
    denied: ['deny', 'timeout'],
    cancelled: ['cancelled_by_guest', 'cancelled_by_host', 'cancelled_by_admin'],
  }
  let found = 0
  for (const [status, types] of Object.entries(words)) {
    for (const row of rowsOf(await world.app.get(`${base}/reservations?limit=100&status=${status}`))) {
      assert.ok(
        types.includes(String(there(String(row['confirmationCode'])))),
        `${status} ${String(row['id'])}`,
      )
      found += 1
    }
  }
  assert.equal(found, rows.length)
  const [first] = rows
  const one = await world.app.get(at(String(first?.['confirmationCode'])))
  assert.deepEqual(dataOf(one), first)
  const day = String(first?.['checkIn'])
  const that = rowsOf(await world.app.get(`${base}/reservations?limit=100&start_date=${day}&end_date=${day}`))
  assert.ok(that.some((row) => row['id'] === first?.['id']))
  assert.ok(that.every((row) => String(row['checkIn']) <= day && String(row['checkOut']) >= day))
})

test('an account narrows, and an unknown one is named with those that are known', async () => {
  const all = rowsOf(await world.app.get(`${base}/reservations?limit=100`))
  assert.deepEqual(
    rowsOf(await world.app.get(`${base}/reservations?limit=100&account_id=${world.hostId}`)),
    all,
  )
  const error = errorOf(await world.app.get(`${base}/reservations?account_id=1`), 404, 'not_found')
  assert.deepEqual(
    [error['field'], error['value_received'], error['valid_values']],
    ['account_id', '1', [world.hostId]],
  )
})

test('a request is accepted and declined once, and too late is said', async () => {
  const accepted = await world.booked('pending')
  assert.equal(dataOf(await world.app.get(at(accepted)))['status'], 'pending')
  const rehearsed = await world.send('POST', `${at(accepted)}?dry_run=true`, { action: 'accept' })
  assert.equal(rehearsed.body['dryRun'], true)
  assert.equal(there(accepted), 'pending')
  const first = await act(accepted, { action: 'accept' }, 'accept-1')
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body['status'], 'accepted')
  assert.equal(there(accepted), 'accept')
  assert.equal((await act(accepted, { action: 'accept' }, 'accept-1')).text, first.text)
  assert.equal(dataOf(await world.app.get(at(accepted)))['status'], 'accepted')
  errorOf(await act(accepted, { action: 'accept' }), 409, 'request_no_longer_pending')

  const declined = await world.booked('pending')
  const reason = { action: 'decline', reason: 'dates_not_available', message: 'We are away.' }
  assert.equal((await act(declined, reason)).body['status'], 'declined')
  assert.equal(there(declined), 'deny')
  assert.equal(dataOf(await world.app.get(at(declined)))['status'], 'denied')

  const answeredThere = await world.booked('pending')
  await world.there(`/reservations/${answeredThere}/answer`, { accept: false })
  errorOf(await act(answeredThere, { action: 'accept' }), 409, 'request_no_longer_pending')

  const late = await world.booked('pending')
  // A day later, of this request alone.
  await sql`
    update reservations set lapses_at = ${world.app.clock.now()}
    where workspace_id = ${world.app.workspace.id} and confirmation_code = ${late}`.execute(world.app.db)
  errorOf(await act(late, { action: 'accept' }), 409, 'request_expired')
})

test('a booking is cancelled with a reason that Airbnb offers for it', async () => {
  const code = await world.booked()
  const cancelled = await act(code, { action: 'cancel', reason: 'maintenance_issue' }, 'cancel-1')
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal(there(code), 'cancelled_by_host')
  assert.equal(dataOf(await world.app.get(at(code)))['status'], 'cancelled')
  assert.equal(
    (await act(code, { action: 'cancel', reason: 'maintenance_issue' }, 'cancel-1')).text,
    cancelled.text,
  )
  assert.equal((await act(code, { action: 'cancel', reason: 'other' })).body['alreadyCancelled'], true)
  const waiting = await world.booked('pending')
  const refused = errorOf(await act(waiting, { action: 'cancel', reason: 'other' }), 422, 'airbnb_rejected')
  assert.match(String(refused['message']), /none is offered/)
  const over = rowsOf(await world.app.get(`${base}/reservations?status=completed&limit=1`))[0]
  errorOf(
    await act(String(over?.['confirmationCode']), { action: 'cancel', reason: 'other' }),
    409,
    'invalid_state',
  )
})

test('what an action lacks is named', async () => {
  const code = await anyCode()
  const unknown = errorOf(await act(code, { action: 'pre-approve' }), 400, 'invalid_action')
  assert.deepEqual(unknown['valid_values'], ['accept', 'decline', 'cancel'])
  const wrong: [object, string][] = [
    [{ action: 'accept', reason: 'other' }, 'reason'],
    [{ action: 'accept', message: 'Yes.' }, 'message'],
    [{ action: 'decline', reason: 'unable_to_host', message: 'No.' }, 'reason'],
    [{ action: 'decline', reason: 'spam' }, 'message'],
    [{ action: 'decline', reason: 'spam', message: ' \n' }, 'message'],
    [{ action: 'cancel' }, 'reason'],
    [{ action: 'cancel', reason: 'spam' }, 'reason'],
  ]
  for (const [body, field] of wrong)
    assert.equal(errorOf(await act(code, body), 400, 'invalid_body')['field'], field)
})

test('an outage, a limit and a missing permission each have their code', async () => {
  const code = await world.booked('pending')
  const path = '/v2/reservations/*'
  world.simulator.faults.add({ kind: '500', count: 20, path })
  errorOf(await act(code, { action: 'accept' }, 'trouble'), 502, 'airbnb_error')
  world.simulator.faults.clear()
  const limited = await world.booked('pending')
  world.simulator.faults.add({ kind: '429', count: 40, path })
  const error = errorOf(await act(limited, { action: 'accept' }), 429, 'airbnb_rate_limited')
  assert.equal(typeof error['retry_after'], 'number')
  world.simulator.faults.clear()
  const { services } = world.app
  const before = services.connectors
  const accept = async (): Promise<never> => {
    throw new VendorError('rejected', 'The permission was not given.', { status: 403 })
  }
  const { requestAnswers, ...rest } = world.connector.operations
  assert.ok(requestAnswers)
  const operations = { ...rest, requestAnswers: { ...requestAnswers, accept } }
  services.connectors = { airbnb: { ...world.connector, operations } }
  try {
    const shut = errorOf(await act(limited, { action: 'accept' }), 403, 'insufficient_access')
    assert.deepEqual(shut['reconnect'], { method: 'POST', path: '/v1/connect/airbnb' })
  } finally {
    services.connectors = before
  }
})

test('without a switch, or without somebody who could be asked, nothing is sent', async () => {
  const code = await world.booked('pending')
  const policy = (api: boolean) =>
    world.send('PATCH', '/v1/connect/airbnb/write-policy', { reservations: { api } })
  await policy(false)
  errorOf(await act(code, { action: 'accept' }), 409, 'pms_writes_off')
  await policy(true)
  await setStatus('inactive')
  errorOf(await act(code, { action: 'accept' }), 409, 'no_connection')
  await setStatus('active')
  assert.equal(there(code), 'pending')
})

test('what only third parties describe is left alone at Airbnb itself until a setting says otherwise', async () => {
  const app = { AIRBNB_CLIENT_ID: 'id-of-app', AIRBNB_CLIENT_SECRET: 'secret-of-app' }
  const joined = (settings: Record<string, string>, baseUrl?: string) =>
    joinPartner(airbnb, new Map(Object.entries(settings)), baseUrl).operations
  for (const name of ['hostCancellations', 'requestAnswers'] as const) {
    assert.equal(joined(app)[name], undefined)
    assert.equal(joined(app, 'https://api.airbnb.com')[name], undefined)
    assert.ok(joined({ ...app, AIRBNB_UNVERIFIED_CALLS: 'true' })[name])
    assert.ok(joined(app, 'http://127.0.0.1:4000')[name])
  }
  const code = await anyCode()
  const { services } = world.app
  const before = services.connectors
  const pending = await world.booked('pending')
  const { hostCancellations: _, requestAnswers: __, ...operations } = world.connector.operations
  services.connectors = { airbnb: { ...world.connector, operations } }
  try {
    const unanswered = errorOf(await act(pending, { action: 'accept' }), 422, 'channel_not_supported')
    assert.match(String(unanswered['fix']), /AIRBNB_UNVERIFIED_CALLS/)
    const error = errorOf(
      await act(code, { action: 'cancel', reason: 'other' }),
      422,
      'channel_not_supported',
    )
    assert.match(String(error['fix']), /AIRBNB_UNVERIFIED_CALLS/)
  } finally {
    services.connectors = before
  }
})
