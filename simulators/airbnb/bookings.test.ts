import assert from 'node:assert/strict'
import { createVerify } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { until } from '../kit/testing/until.ts'
import { signedText } from './signature.ts'
import { openAccount } from './test-account.ts'
import { openApp } from './test-app.ts'

type Outcome = {
  outcome: string
  why?: string
  reservation?: JsonRow & { confirmation_code: string }
  questions: { asked: string; verdict: string; failure_code?: string }[]
}

async function openBookings(t: TestContext, options = {}) {
  const app = await openApp(t)
  const account = await openAccount(t, { listings: 4, reservations: 0, ...options })
  await account.control('PUT', '/webhook', { url: app.url })
  // The first host's second listing takes requests instead of instant bookings.
  const [instant, request] = account.own().map(({ id }) => id)
  const wanting = (listingId: string | undefined, more = {}) => ({
    listingId,
    arrival: '2026-07-01',
    nights: 3,
    ...more,
  })
  const book = async (listingId: string | undefined, more = {}) =>
    (await account.control<Outcome>('POST', '/guests/book', wanting(listingId, more))).body
  const rested = () => until(() => account.simulator.webhooks.isIdle(), 'the deliveries')
  const read = async (code: string | undefined) =>
    (await account.get<{ reservation: JsonRow }>(`/reservations/${code}`)).body.reservation
  return { ...account, hook: app, instant, request, book, rested, read }
}

test('an instant booking asks twice, then it is told', async (t) => {
  const { hook, instant, book, rested, read } = await openBookings(t)
  const { outcome, reservation, questions } = await book(instant, { adults: 2, children: 1 })
  assert.deepEqual(
    [outcome, questions.map(({ asked, verdict }) => [asked, verdict])],
    [
      'booked',
      [
        ['check_availability', 'yes'],
        ['pre_confirm', 'yes'],
      ],
    ],
  )
  const [check, confirm] = hook.questions()
  assert.deepEqual(
    [check?.method, Object.fromEntries(check?.url.searchParams ?? [])],
    ['GET', { action: 'check_availability', listing_id: instant, start_date: '2026-07-01', nights: '3' }],
  )
  assert.deepEqual([confirm?.method, confirm?.url.pathname], ['POST', '/hooks/secret'])
  assert.deepEqual(Object.keys(confirm?.body ?? {}).toSorted(), [
    ...['confirmation_code', 'guest_details', 'guest_id', 'listing_base_price', 'listing_id', 'nights'],
    ...['number_of_guests', 'start_date'],
  ])
  await rested()
  assert.deepEqual(hook.told(), ['reservation_acceptance_confirmation'])
  const row = await read(reservation?.confirmation_code)
  assert.deepEqual([row.status_type, row.nights, row.number_of_guests], ['accept', 3, 3])
  assert.equal(Number(row.listing_base_price_accurate), confirm?.body.listing_base_price)
  assert.equal(row.listing_base_price, Math.round(Number(row.listing_base_price_accurate)))
  assert.match(String(row.check_in_datetime), /^2026-07-01T15:00:00[+-]\d\d:\d\d\[\w+\/\w+\]$/)
  assert.deepEqual([(await book(instant)).outcome, hook.questions().length], ['not_open', 2])
})

test('what the app refuses is not booked', async (t) => {
  const { hook, instant, book, state } = await openBookings(t)
  hook.says.answer = () => ({ available: false, failure_code: 'dates_not_available' })
  const first = await book(instant)
  assert.deepEqual([first.outcome, first.why, first.questions.length], ['refused', 'dates_not_available', 1])
  hook.says.answer = ({ method }) => (method === 'GET' ? { available: true } : { succeed: false })
  const second = await book(instant)
  assert.deepEqual([second.outcome, second.questions.length], ['refused', 2])
  assert.deepEqual(state().reservations, [])
  hook.says.answer = () => ({ available: true, succeed: true })
  assert.equal((await book(instant)).outcome, 'booked')
})

test('an answer that is late or broken is none, and the channel goes by its own calendar', async (t) => {
  const { hook, instant, book } = await openBookings(t, { habits: { deadlineSeconds: 0.1 } })
  hook.says.answer = ({ method }) => (method === 'GET' ? undefined : 'no json')
  const { outcome, questions } = await book(instant)
  assert.deepEqual([outcome, questions.map(({ verdict }) => verdict)], ['booked', ['none', 'none']])
})

test('two guests who want one night: while the app is asked for one the other finds it taken', async (t) => {
  const { instant, book } = await openBookings(t)
  const outcomes = await Promise.all([book(instant), book(instant), book(instant)])
  assert.deepEqual(outcomes.map(({ outcome }) => outcome).toSorted(), ['booked', 'not_open', 'not_open'])
})

test('a request waits for the host, who accepts or declines it with a reason', async (t) => {
  const { hook, request, book, send, read, rested } = await openBookings(t)
  const first = await book(request)
  assert.equal(first.outcome, 'requested')
  const path = `/reservations/${first.reservation?.confirmation_code}`
  assert.equal((await send('PUT', path, {})).status, 400)
  assert.equal((await send('PUT', path, { attempt_action: 'deny' })).status, 400)
  assert.deepEqual((await send('PUT', path, { attempt_action: 'accept' })).body, {})
  assert.equal((await send('PUT', path, { attempt_action: 'accept' })).status, 400)
  const second = (await book(request, { arrival: '2026-08-01' })).reservation?.confirmation_code
  const decline = {
    attempt_action: 'deny',
    decline_reason: 'not_a_good_fit',
    decline_message_to_guest: 'Sorry!',
  }
  assert.equal(
    (await send('PUT', `/reservations/${second}`, { ...decline, decline_reason: 'no' })).status,
    400,
  )
  assert.equal((await send('PUT', `/reservations/${second}`, decline)).status, 200)
  assert.equal((await read(second)).status_type, 'deny')
  await rested()
  assert.deepEqual(hook.told(), [
    ...[
      'reservation_requested',
      'reservation_acceptance_confirmation',
      'reservation_requested',
      'message_added',
    ],
  ])
})

test('a request that nobody answers is over after a day', async (t) => {
  const { hook, request, book, control, state, rested } = await openBookings(t)
  await book(request)
  const status = () => state().reservations?.[0]?.status_type
  await control('POST', '/clock', { advanceSeconds: 86_390 })
  assert.equal(status(), 'pending')
  await control('POST', '/clock', { advanceSeconds: 20 })
  assert.equal(status(), 'timeout')
  await rested()
  assert.deepEqual(hook.told(), ['reservation_requested', 'reservation_request_voided'])
})

test('a host calls off with a reason that is offered, and only what is active', async (t) => {
  const { instant, book, send, read, hook, rested } = await openBookings(t)
  const { reservation } = await book(instant)
  const code = reservation?.confirmation_code
  const cancel = (reason: string) =>
    send('PUT', `/reservations/${code}`, {
      status_type: 'cancelled_by_host',
      reason,
      message_to_guest: 'Sorry',
    })
  const { options } = (await read(code)).host_cancellation as { options: { reason: string }[] }
  assert.ok(options.length > 0)
  assert.equal((await cancel('boredom')).status, 400)
  assert.equal((await cancel(options[0]?.reason ?? '')).status, 200)
  assert.equal((await read(code)).status_type, 'cancelled_by_host')
  assert.equal((await cancel(options[0]?.reason ?? '')).status, 400)
  await rested()
  assert.deepEqual(hook.told().slice(1), ['reservation_cancellation_confirmation', 'message_added'])
  assert.equal((await book(instant)).outcome, 'booked', 'the nights are free again')
})

test('lists of bookings want a host or a listing, and show confirmed ones unless told', async (t) => {
  const { get, own } = await openAccount(t, { reservations: 200 })
  const [home] = own()
  const list = async (query: string) =>
    (await get<{ reservations: JsonRow[] }>(`/reservations?_limit=50&${query}`)).body.reservations
  assert.equal((await get('/reservations')).status, 400)
  const host = `host_id=${String(home?.host_id)}`
  const statesOf = (rows: JsonRow[]) => new Set(rows.map(({ status_type }) => status_type))
  assert.deepEqual(statesOf(await list(host)), new Set(['accept']))
  assert.ok(statesOf(await list(`${host}&all_status=true`)).size > 2)
  assert.deepEqual(
    statesOf(await list(`${host}&include_only_status=cancelled_by_guest`)),
    new Set(['cancelled_by_guest']),
  )
  const some = await list(`listing_id=${home?.id}&start_date=2026-05-01&end_date=2026-09-01`)
  assert.ok(
    some.every(
      ({ start_date, end_date }) => String(start_date) <= '2026-09-01' && String(end_date) >= '2026-05-01',
    ),
  )
  assert.equal((await get('/reservations?host_id=5')).status, 403)
  assert.equal((await get('/reservations/HMNOTHING')).status, 404)
})

test('deliveries are signed with the key of the channel', async (t) => {
  const { hook, instant, book, control, rested } = await openBookings(t)
  await book(instant)
  await rested()
  const { publicKey } = (await control<{ publicKey: string }>('GET', '/webhook-key')).body
  for (const { method, url, headers, text } of hook.heard) {
    const authorization = String(headers.authorization)
    assert.ok(authorization.startsWith('Signature keyId="booking_web_hooks",algorithm="rsa-sha256",'))
    const signature = /signature="([^"]+)"/.exec(authorization)?.[1] ?? ''
    const address = new URL(url.pathname + url.search, hook.url)
    const [date, contentType] = [String(headers.date), String(headers['content-type'])]
    const signed = signedText({ method, url: address, date, contentType, body: text })
    assert.equal(signed.split('|')[0], '127.0.0.1')
    assert.ok(createVerify('sha256').update(signed).verify(publicKey, signature, 'base64'), method)
  }
  assert.equal(hook.heard.length, 3)
})

test('deliveries come twice or out of order, and what belongs to nobody who is connected is not told', async (t) => {
  const { hook, instant, control, simulator, rested, state, own } = await openBookings(t)
  const book = (listing_id_str: unknown) => control('POST', '/reservations', { listing_id_str })
  const stranger = state().listings?.find(({ host_id }) => host_id !== own()[0]?.host_id)
  await book(stranger?.id)
  simulator.faults.add({ kind: 'duplicate_webhook' })
  await book(instant)
  await rested()
  assert.equal(hook.told().length, 2)
  assert.equal(hook.heard[0]?.text, hook.heard[1]?.text)
})

test('hosts act by hand: they answer, switch a listing, unlink it, and leave', async (t) => {
  const { hook, request, book, control, tokens, rested } = await openBookings(t)
  const code = (await book(request)).reservation?.confirmation_code
  assert.equal(
    (await control('POST', `/reservations/${code}/answer`, { accept: true })).body.status_type,
    'accept',
  )
  await control('POST', `/listings/${request}/sync`, { synchronization_category: null })
  await book(request, { arrival: '2026-09-01' })
  assert.equal(hook.questions().length, 2, 'nobody is asked about a listing that is not synchronized')
  await control('POST', `/listings/${request}/unlink`)
  await control('POST', '/notify')
  await control('POST', `/hosts/${tokens.user_id}/revoke`)
  await rested()
  assert.deepEqual(hook.told().slice(2), [
    ...['listing_synchronization_settings_updated', 'reservation_requested', 'listings_unlinked'],
    ...['test_notification', 'authorization_revoked'],
  ])
  const updates = [{ listing_id: request, synchronization_category: null }]
  const switched = hook.heard.find(({ body }) => body.updates !== undefined)
  assert.deepEqual([switched?.body.host_id, switched?.body.updates], [tokens.user_id, updates])
})

test('a stay is paid a day after it began', async (t) => {
  const { hook, instant, book, control, rested } = await openBookings(t)
  await book(instant, { arrival: '2026-05-13' })
  await control('POST', '/clock', { advanceSeconds: 86_400 * 3 })
  await rested()
  const { body } = hook.heard.at(-1) ?? {}
  const { total_paid_amount_accurate: paid, expected_payout_amount_accurate: owed } =
    body?.reservation as JsonRow
  assert.deepEqual([body?.action, paid], ['payout_notification', owed])
})
